# Smoke test of setup.exe and the MSI on Windows, as administrator, including the firewall rules, which Wine lacks:
# `packaging\windows\smoke-test-setup.ps1 dist`. For a disposable machine: it deletes GoalBucks' data of this account.
param([Parameter(Mandatory)][string]$Folder)
$ErrorActionPreference = 'Stop'
$program = "$env:ProgramFiles\GoalBucks\goalbucks.exe"
$data = "$env:LOCALAPPDATA\GoalBucks"
$smokeTest = Join-Path $PSScriptRoot '..\smoke_test_bundle.py'
$setup = (Get-ChildItem $Folder -Filter 'GoalBucks-Setup-*.exe' | Select-Object -First 1).FullName
$msi = (Get-ChildItem $Folder -Filter 'GoalBucks-*.msi' | Select-Object -First 1).FullName

function Expect([string]$What, [bool]$So) {
    if (-not $So) { throw "Failed: $What" }
    Write-Host "ok: $What"
}

function Wait-Until([string]$What, [scriptblock]$Arrived) {
    foreach ($attempt in 1..120) {
        if (& $Arrived) { Write-Host "ok: $What"; return }
        Start-Sleep -Milliseconds 500
    }
    throw "Failed: $What"
}

function Invoke-Program([string]$File, [string[]]$Arguments) {
    (Start-Process -FilePath $File -ArgumentList $Arguments -Wait -PassThru).ExitCode
}

function Get-Rule {
    Get-NetFirewallApplicationFilter -Program $program -ErrorAction SilentlyContinue | Get-NetFirewallRule
}

function Test-Rule {
    $rules = @(Get-Rule)
    Expect 'two firewall rules, both allow' ($rules.Count -eq 2 -and -not ($rules | Where-Object Action -ne 'Allow'))
    Expect 'for the local subnet alone' (-not ($rules | Get-NetFirewallAddressFilter | Where-Object RemoteAddress -ne 'LocalSubnet'))
    $udp = $rules | Get-NetFirewallPortFilter | Where-Object Protocol -eq 'UDP'
    Expect 'UDP at 5353 alone' ($udp.LocalPort -eq '5353')
}

function Start-Goalbucks {
    Remove-Item "$data\instance.address" -ErrorAction SilentlyContinue
    Start-Process $program
    Wait-Until 'it says where it answers' { Test-Path "$data\instance.address" }
    $address = Get-Content "$data\instance.address"
    Wait-Until 'it answers' { try { (Invoke-RestMethod "$address/api/health").status } catch { $false } }
}

# The rule that Windows adds when a user dismisses the firewall's dialog.
New-NetFirewallRule -DisplayName 'goalbucks.exe' -Direction Inbound -Action Block -Program $program | Out-Null
Expect 'setup.exe ends with 0' ((Invoke-Program $setup '/S') -eq 0)
Test-Rule
& python $smokeTest $program
Expect 'the installed program does its work' ($LASTEXITCODE -eq 0)
$env:Path = [Environment]::GetEnvironmentVariable('Path', 'Machine')
$said = & goalbucks status
Expect 'a terminal is told that it is not running' ($LASTEXITCODE -eq 2 -and ($said -join ' ') -match 'not running')
Start-Goalbucks
Expect 'setup.exe goes over a running GoalBucks' ((Invoke-Program $setup '/S') -eq 0)
Wait-Until 'which has ended' { -not (Get-Process goalbucks -ErrorAction SilentlyContinue) }
Start-Goalbucks
Invoke-Program "$env:ProgramFiles\GoalBucks\uninstall.exe" '/S' | Out-Null
Wait-Until 'the program is gone' { -not (Test-Path "$env:ProgramFiles\GoalBucks") }
Wait-Until 'its rules too' { -not (Get-Rule) }
Expect 'it is not on the path' ([Environment]::GetEnvironmentVariable('Path', 'Machine') -notmatch 'GoalBucks')
Expect 'the data are kept' (Test-Path "$data\goalbucks.db")

Expect 'the MSI is installed' ((Invoke-Program 'msiexec.exe' @('/i', "`"$msi`"", '/qn')) -eq 0)
Expect 'it is on the path' ([Environment]::GetEnvironmentVariable('Path', 'Machine') -match 'GoalBucks')
Test-Rule
Expect 'setup.exe leaves it alone' ((Invoke-Program $setup '/S') -eq 4)
Start-Goalbucks
Expect 'the MSI is removed' ((Invoke-Program 'msiexec.exe' @('/x', "`"$msi`"", '/qn')) -eq 0)
Expect 'the program is gone' (-not (Test-Path $program))
Expect 'its rules too' (-not (Get-Rule))
Expect 'the data are kept' (Test-Path "$data\goalbucks.db")

Expect 'setup.exe ends with 0' ((Invoke-Program $setup '/S') -eq 0)
Expect 'an MSI takes over from it' ((Invoke-Program 'msiexec.exe' @('/i', "`"$msi`"", '/qn')) -eq 0)
Expect 'and nothing of setup.exe is left' (-not (Test-Path "$env:ProgramFiles\GoalBucks\uninstall.exe"))
Test-Rule
Expect 'the MSI is removed' ((Invoke-Program 'msiexec.exe' @('/x', "`"$msi`"", '/qn')) -eq 0)

Expect 'setup.exe ends with 0' ((Invoke-Program $setup '/S') -eq 0)
Invoke-Program "$env:ProgramFiles\GoalBucks\uninstall.exe" @('/S', '/PURGE') | Out-Null
Wait-Until 'with /PURGE the data are gone' { -not (Test-Path $data) }
