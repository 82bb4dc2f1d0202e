#!/usr/bin/env bash
# Builds and runs Examples/OnDevice as another team would: its package takes tickler from a git address, which a mirror leads to a bare
# repository with this working tree as its main branch. Holds what it prints against its README, and what it links and how large it is against
# what it may. Beside it stands a package that needs another range of swift-argument-parser: the two have to resolve together. With --debug,
# the size is left out.
set -euo pipefail
cd "$(dirname "$0")/../.."
root=$PWD
work=$root/.build/on-device
# Bytes of the program without symbols, Swift's runtime included.
budget=10000000
mode=release
[ "${1:-}" != --debug ] || mode=debug

mkdir -p "$work"
export GIT_AUTHOR_NAME=tree GIT_AUTHOR_EMAIL=tree@example.org GIT_AUTHOR_DATE=2026-01-01T00:00:00Z
export GIT_COMMITTER_NAME=tree GIT_COMMITTER_EMAIL=tree@example.org GIT_COMMITTER_DATE=2026-01-01T00:00:00Z
git init --quiet --bare "$work/tickler.git"
tree=$(export GIT_INDEX_FILE="$work/index"; git add --all && git write-tree)
git push --quiet --force "$work/tickler.git" "$(git commit-tree "$tree" -m tree):refs/heads/main"

rm -rf "$work/example/Sources"
mkdir -p "$work/example"
cp -R Examples/OnDevice/Package.swift Examples/OnDevice/Sources "$work/example"
cd "$work/example"
swift package config set-mirror --original https://git.example.org/tickler.git --mirror "file://$work/tickler.git" >/dev/null
swift package update >/dev/null

mkdir -p "$work/beside/Sources/Beside"
cat >"$work/beside/Package.swift" <<'EOF'
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Beside",
  dependencies: [
    .package(path: "../example"), .package(url: "https://git.example.org/tickler.git", branch: "main"),
    .package(url: "https://github.com/apple/swift-argument-parser", "1.3.0"..<"1.8.0"),
  ],
  targets: [
    .executableTarget(
      name: "Beside",
      dependencies: [
        .product(name: "ArgumentParser", package: "swift-argument-parser"), .product(name: "TicklerKit", package: "tickler"),
      ])
  ]
)
EOF
echo 'import ArgumentParser; import TicklerKit; print(Reason.all.count)' >"$work/beside/Sources/Beside/main.swift"
swift package --package-path "$work/beside" config set-mirror --original https://git.example.org/tickler.git --mirror "file://$work/tickler.git" >/dev/null
if git ls-remote --tags https://github.com/apple/swift-argument-parser | grep -qE 'refs/tags/1\.[3-7]\.'; then
  swift package --package-path "$work/beside" update >/dev/null
  swift package --package-path "$work/beside" show-dependencies --format flatlist | sort | tr '\n' ' ' | grep -qx 'example swift-argument-parser tickler ' ||
    { echo "A package beside it resolves more than swift-argument-parser." >&2; exit 1; }
else
  echo "on_device.sh: not tried beside another swift-argument-parser: no version from 1.3 to 1.7 can be fetched here" >&2
fi
swift build -c "$mode" --static-swift-stdlib
program=.build/$mode/OnDevice

"$program" >"$work/printed"
sed -n '/^```text$/,/^```$/p' "$root/Examples/OnDevice/README.md" | sed '1d;$d' | diff - "$work/printed"
lines=$(cat Sources/OnDevice/*.swift | wc -l)
[ "$lines" -lt 100 ] || { echo "The example has $lines lines; it is to have fewer than 100." >&2; exit 1; }
if ldd "$program" | grep -E 'Foundation|libxml2|libicu|libz' || nm --demangle "$program" 2>/dev/null | grep -m 1 -E 'Foundation|xmlParse|u_charName'; then
  echo "The library is to need neither Foundation, ICU nor libxml2." >&2
  exit 1
fi
[ "$mode" = release ] || { echo "on_device.sh: $lines lines"; exit 0; }
strip -o "$work/stripped" "$program"
size=$(stat -c %s "$work/stripped")
echo "on_device.sh: $lines lines, $size bytes"
[ "$size" -le "$budget" ] || { echo "The program has $size bytes; it is to have $budget at most." >&2; exit 1; }
