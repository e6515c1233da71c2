# Signs one file by Azure Artifact Signing (docs/releasing.md): `pwsh packaging/windows/sign.ps1 FILE`. The account's names
# come from the environment; who this is, `az login` has proved before. No key is here or there to be lost.
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
