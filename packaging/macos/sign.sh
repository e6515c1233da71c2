#!/usr/bin/env bash
# Signs and notarises GoalBucks.app, or a .dmg that contains it: `bash packaging/macos/sign.sh FILE`.
# The secrets are environment variables (docs/releasing.md). Without any of them it leaves the file unsigned.
set -euo pipefail
file=${1:?usage: sign.sh GoalBucks.app|GoalBucks.dmg}
here=$(cd "$(dirname "$0")" && pwd)
secrets=(MACOS_CERTIFICATE MACOS_CERTIFICATE_PASSWORD NOTARY_KEY NOTARY_KEY_ID NOTARY_ISSUER)

missing=()
for name in "${secrets[@]}"; do
  [ -n "${!name:-}" ] || missing+=("$name")
done
if [ ${#missing[@]} = ${#secrets[@]} ]; then
  echo "$file is not signed: no secrets are set. Other Macs refuse it until it is allowed in their settings."
  # Files added after the build would make the app "damaged" without a new ad-hoc signature.
  case $file in *.app) codesign --force --sign - "$file" ;; esac
  exit 0
elif [ ${#missing[@]} -gt 0 ]; then
  echo "$file can't be signed: ${missing[*]} missing." >&2
  exit 1
fi

umask 077
folder=$(mktemp -d)
keychain=$folder/goalbucks.keychain-db
password=$(openssl rand -hex 24)
usual=()
while IFS= read -r line; do usual+=("$(xargs <<<"$line")"); done < <(security list-keychains -d user)
trap 'security list-keychains -d user -s "${usual[@]}"; security delete-keychain "$keychain" || true; rm -rf "$folder"' EXIT

open_keychain() {
  base64 --decode <<<"$MACOS_CERTIFICATE" >"$folder/certificate.p12"
  security create-keychain -p "$password" "$keychain"
  security set-keychain-settings -lut 3600 "$keychain"
  security unlock-keychain -p "$password" "$keychain"
  security import "$folder/certificate.p12" -k "$keychain" -P "$MACOS_CERTIFICATE_PASSWORD" -T /usr/bin/codesign
  # Otherwise codesign would show a dialog.
  security set-key-partition-list -S apple-tool:,apple: -s -k "$password" "$keychain" >/dev/null
  # codesign builds the chain to Apple's root certificate from the keychains in the search list.
  security list-keychains -d user -s "$keychain" "${usual[@]}"
  identity=$(security find-identity -v -p codesigning "$keychain" | awk '/Developer ID Application/ {print $2; exit}')
  [ -n "$identity" ] || { echo "MACOS_CERTIFICATE holds no valid 'Developer ID Application' certificate." >&2; exit 1; }
}

sign() {
  codesign --force --timestamp --sign "$identity" "$@"
}

# From the inside out: the app's own signature covers those of its parts.
sign_app() {
  local part
  while IFS= read -r -d '' part; do
    if file -b "$part" | grep -q Mach-O; then sign --options runtime "$part"; fi
  done < <(find "$file/Contents" -type f -print0)
  sign --options runtime --entitlements "$here/entitlements.plist" "$file"
  codesign --verify --deep --strict --verbose=2 "$file"
}

# Notarisation takes some minutes. Its log is always printed. The ticket is stapled to the file, so that it can be
# verified without internet access.
notarise() {
  printf '%s' "$NOTARY_KEY" >"$folder/key.p8"
  local key=(--key "$folder/key.p8" --key-id "$NOTARY_KEY_ID" --issuer "$NOTARY_ISSUER")
  xcrun notarytool submit "$1" "${key[@]}" --wait --timeout 30m --output-format plist >"$folder/answer.plist"
  xcrun notarytool log "$(plutil -extract id raw "$folder/answer.plist")" "${key[@]}" || true
  xcrun stapler staple "$file"
}

open_keychain
case $file in
  *.app)
    sign_app
    ditto -c -k --keepParent "$file" "$folder/app.zip"
    notarise "$folder/app.zip"
    spctl --assess --type execute --verbose=2 "$file"
    ;;
  *.dmg)
    sign "$file"
    notarise "$file"
    spctl --assess --type open --context context:primary-signature --verbose=2 "$file"
    ;;
  *)
    echo "$file is neither an app nor a disk image." >&2
    exit 1
    ;;
esac
