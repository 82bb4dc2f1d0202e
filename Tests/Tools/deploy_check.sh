#!/bin/sh
# Holds what deploy/ installs against the programs that read it: deploy_check.sh BINARY
#
# mandoc, groff, bash, zsh, fish, systemd-analyze, logrotate, promtool where it is there, and cron's environment.
set -eu
binary=$1
top=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "failed: $1" >&2; exit 1; }
status() { "$@" && echo 0 || echo $?; }

# The program is position-independent, its addresses are read-only before it runs, and it needs the C library alone.
readelf --wide --file-header --program-headers --dynamic "$binary" >"$work/elf"
grep -Eq 'Type: +DYN' "$work/elf" && grep -Eq 'FLAGS_1.*\<PIE\>' "$work/elf" || fail "the program is not position-independent"
grep -Eq '^ +GNU_RELRO ' "$work/elf" || fail "the program has no RELRO"
grep -Eq '\(FLAGS\).*\<BIND_NOW\>' "$work/elf" || fail "the program binds its addresses late"
grep -q '(TEXTREL)' "$work/elf" && fail "the program's code is relocated"
needed=$(sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' "$work/elf" | grep -Ev '^(libc|libm|ld-linux[-a-z0-9_]*)\.so\.[0-9]+$' || true)
test -z "$needed" || fail "the program needs more than the C library: $needed"

"$top/deploy/install" "$binary" /prefix "$work"
prefix=$work/prefix

# Manual pages: one a command, with each of its options.
test -z "$(mandoc -Tlint -Wwarning "$prefix"/share/man/man1/*.1)" || fail "mandoc has something to say"
for command in $("$binary" --help | sed -n '/^SUBCOMMANDS/,/^$/s/^  \([a-z]*\) .*/\1/p'); do
  page=$prefix/share/man/man1/tickler-$command.1
  test -s "$page" || fail "no page of $command"
  mandoc -Tascii "$page" | sed 's/.\x08//g' >"$work/page"
  # Across the line breaks of the page.
  for option in $("$binary" help "$command" | grep -o -e '--[a-z-]*' | sort -u); do
    grep -q -e "$option" "$work/page" || fail "the page of $command lacks $option"
  done
done

# Completions: a command and a value.
bash -c '
  source "$1"
  complete_line() {
    COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
    local function=$(complete -p tickler | sed "s/.*-F \([^ ]*\).*/\1/")
    $function tickler "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
    echo ${COMPREPLY[@]}
  }
  test "$(complete_line tickler pl)" = plan && test "$(complete_line tickler check --format sa)" = sarif
' bash "$prefix/share/bash-completion/completions/tickler" || fail "bash's completions"
zsh -n "$prefix/share/zsh/site-functions/_tickler" || fail "zsh's completions"
fish --no-config -c 'source $argv[1]; complete -C "tickler check --format sa"' "$prefix/share/fish/vendor_completions.d/tickler.fish" |
  grep -q '^sarif' || fail "fish's completions"

# The units, whose program is not installed here.
mkdir "$work/units"
sed 's,^ExecStart=.*,ExecStart=/bin/true,' "$top/deploy/tickler.service" >"$work/units/tickler.service"
cp "$top/deploy/tickler.timer" "$top/deploy/tickler-failed@.service" "$work/units/"
systemd-analyze verify --man=no "$work/units/tickler.service" "$work/units/tickler.timer" "$work/units/tickler-failed@tickler.service.service" ||
  fail "the units"
grep -q '^OnFailure=tickler-failed@%n.service$' "$top/deploy/tickler.service" || fail "nothing starts the failure unit"
# What the failure unit mails, with systemd's specifiers filled in.
mkdir "$work/stubs"
printf '#!/bin/sh\necho "$* has failed"\nexit 3\n' >"$work/stubs/systemctl"
printf '#!/bin/sh\n{ echo "To: $*"; cat; } >"%s/failure"\n' "$work" >"$work/stubs/sendmail"
chmod +x "$work/stubs/systemctl" "$work/stubs/sendmail"
sed -n "s,^ExecStart=/bin/sh -c '\(.*\)'$,\1,p" "$top/deploy/tickler-failed@.service" |
  sed -e 's/%i/tickler.service/g' -e 's/%H/host/g' -e 's/\$\$/$/g' -e "s,/usr/sbin/,$work/stubs/," >"$work/failed.sh"
TICKLER_MAILTO=ops PATH=$work/stubs:$PATH sh "$work/failed.sh" || fail "the failure unit"
printf 'To: ops\nSubject: tickler.service failed on host\n\nstatus --full --lines=20 tickler.service has failed\n' |
  cmp - "$work/failure" || fail "the mail of the failure unit"
systemd-analyze security --offline=true --threshold=10 "$work/units/tickler.service" >/dev/null || fail "the service is exposed"
# Which calls of the system the service may make, and which a plan of every input makes.
expand() {
  for name in $(systemd-analyze syscall-filter "$1" | sed -e 1d -e '/#/d'); do
    case $name in @*) expand "$name" ;; *) echo "$name" ;; esac
  done
}
sed -n 's/^SystemCallFilter=//p' "$top/deploy/tickler.service" | while read -r line; do
  for name in ${line#\~}; do
    case $name in @*) expand "$name" ;; *) echo "$name" ;; esac
  done | sort -u >"$work/named"
  touch "$work/allowed"
  case $line in
  \~*) comm -23 "$work/allowed" "$work/named" >"$work/left" ;;
  *) sort -u "$work/allowed" "$work/named" >"$work/left" ;;
  esac
  mv "$work/left" "$work/allowed"
done
for day in 22 23; do
  (cd "$top" && strace -f -qq -o "$work/trace$day" "$binary" plan inputs --now 2026-10-${day}T16:00:00Z --zoneinfo Tests/Zoneinfo/2026f \
    --archive "$work/traced" --keep 1 --metrics "$work/traced.prom" --quiet 2>/dev/null) || test $? -eq 1
done
sed -E -n 's/^[0-9]+ +([a-z0-9_]+)\(.*/\1/p' "$work/trace22" "$work/trace23" | sort -u >"$work/used"
refused=$(comm -23 "$work/used" "$work/allowed")
test -s "$work/used" && test -z "$refused" || fail "the service may not make the calls: $refused"
test -z "$(grep -E 'm(map|protect)\(.*PROT_WRITE\|PROT_EXEC' "$work/trace22")" || fail "memory is written and executed"

if command -v promtool >/dev/null; then promtool check rules "$top/deploy/prometheus/tickler.rules.yml" >/dev/null || fail "the rules"; fi

# Slurm's, Spark's and parallel's scripts, and a tarball in the place that its examples name.
for name in large.toml parts/tickler-parts slurm/submit.sh spark/plan.py spark/hadoop_files.py; do test -s "$prefix/share/doc/tickler/examples/$name" || fail "no $name"; done
mkdir -p "$work/opt/tickler"
tar -xzf "$("$top/deploy/tarball" "$binary" "$work/dist")" --strip-components=1 -C "$work/opt/tickler"
for name in tickler.service crontab; do
  for program in $(grep -o '/[a-z/]*/bin/tickler ' "$work/opt/tickler/share/doc/tickler/examples/$name"); do
    test "$("$work$program" --version)" = "$("$binary" --version)" || fail "the tarball's $name has no program at $program"
  done
done
grep -q '^ExecStart=/opt/tickler/bin/tickler ' "$work/opt/tickler/share/doc/tickler/examples/tickler.service" || fail "the tarball's unit"

# The crontab, with what cron gives a command, where the program is in no PATH of cron's; twice, and no third time while it runs.
examples=$prefix/share/doc/tickler/examples
home=$work/home
mkdir "$home"
cp -R "$top/inputs/examples" "$home/exports"
sed -e "/^\[gates\]/i zoneinfo = \"$top/Tests/Zoneinfo/2026f\"" "$examples/tickler.toml" >"$home/tickler.toml"
grep -q '^15 2 \* \* \* /prefix/bin/tickler run ' "$examples/crontab" || fail "the crontab's command"
command=$(sed -n 's,^15 2 \* \* \* ,,p' "$examples/crontab" | sed "s,/prefix/,$prefix/,")
cron() {
  env -i -C "$home" HOME="$home" SHELL=/bin/sh PATH=/usr/bin:/bin LOGNAME=tickler sh -c "$command" >"$work/mail" 2>&1
}
test "$(status cron)" = 0 || { cat "$home/tickler.log" >&2; fail "the first night"; }
sleep 1.1
test "$(status cron)" = 0 || { cat "$home/tickler.log" >&2; fail "the second night"; }
test ! -s "$work/mail" || fail "cron would mail"
test "$(grep -c '^2.*Z tickler: .*written to plans/' "$home/tickler.log")" = 2 || { cat "$home/tickler.log" >&2; fail "a line a night"; }
grep -q '"changes": {' "$home/plans/latest/summary.json" || fail "the second night does not say what changed"
# A night that fails: what cron mails has the time, and the log has it too.
find "$home/exports" -type f -delete
echo '{"format": "tickler-export/1", "app": "focusflow", "exportedAt": "2026-10-23T16:00:00Z", "accounts": []}' >"$home/exports/none.json"
sleep 1.1
test "$(status cron)" = 0 && grep -q '^2.*Z tickler: error: hold: ' "$work/mail" && grep -q 'gone' "$work/mail" && grep -q '^2.*Z tickler: error: hold' "$home/tickler.log" ||
  { cat "$work/mail" >&2; fail "the mail of a night that fails"; }
# Its log, as the crontab's own line rotates it.
rotate=$(sed -n 's,^0 4 1 \* \* ,,p' "$examples/crontab")
install -m 644 "$examples/logrotate.conf" "$home/logrotate.conf"
env -i -C "$home" HOME="$home" PATH=/usr/bin:/bin sh -c "${rotate%logrotate.conf}--force logrotate.conf" &&
  gzip -dc "$home/tickler.log.1.gz" | grep -q 'tickler: error: hold' || fail "the log rotation"
test "$(status flock "$home/plans" env -i "$prefix/bin/tickler" run "$home/tickler.toml" 2>"$work/held")" = 75 || fail "two runs at once"

"$top/deploy/uninstall" /prefix "$work"
test -z "$(find "$prefix" -type f)" || fail "uninstall leaves $(find "$prefix" -type f | head -1)"
echo "deploy: sound"
