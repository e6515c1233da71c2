# Signs a file with Azure Artifact Signing (docs/releasing.md): `pwsh packaging/windows/sign.ps1 FILE`. The names of the
# account are environment variables; `az login` has authenticated before. No private key is stored.
param([Parameter(Mandatory)][string]$File)
$ErrorActionPreference = 'Stop'

Invoke-TrustedSigning `
  -Endpoint $env:AZURE_SIGNING_ENDPOINT `
  -CodeSigningAccountName $env:AZURE_SIGNING_ACCOUNT `
  -CertificateProfileName $env:AZURE_SIGNING_PROFILE `
  -Files (Resolve-Path $File).Path `
  -FileDigest SHA256 `
  -TimestampRfc3161 'http://timestamp.acs.microsoft.com' `
  -TimestampDigest SHA256

$signature = Get-AuthenticodeSignature $File
if ($signature.Status -ne 'Valid') { throw "$File is not signed: $($signature.StatusMessage)" }
