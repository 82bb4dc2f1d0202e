class Commands: documents=6; accounts=8
