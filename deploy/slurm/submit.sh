#!/usr/bin/env bash
# Plans exports as a Slurm array: submit.sh PARTS OUT BYTES PATH... [-- OPTION...]
#
# PARTS is a folder that all nodes see, OUT the folder of the plan; the rest is as tickler-parts has it. MERGE_OPTIONS are those of
# tickler merge. Slurm's MaxArraySize bounds an array (1,001 where nothing is set); several are submitted where there are more parts.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
export TICKLER_PARTS=${TICKLER_PARTS:-$here/../parts/tickler-parts}
parts=$1 out=$2
shift 2
count=$("$TICKLER_PARTS" split "$parts" "$@")
most=${MAX_ARRAY_SIZE:-1000} jobs=()
for ((first = 0; first < count; first += most)); do
  last=$((count - first < most ? count - first : most))
  jobs+=("$(sbatch --parsable --array="0-$((last - 1))" "$here/plan.sbatch" "$parts" "$first")")
done
# shellcheck disable=SC2086
sbatch --dependency="afterok:$(IFS=:; echo "${jobs[*]}")" "$here/merge.sbatch" "$parts" --out "$out" ${MERGE_OPTIONS:-}
