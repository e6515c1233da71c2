; GoalBucks' setup.exe for a teacher's computer: per machine, upgrades in place, silent with /S (docs/it.md).
; packaging/windows/package.py sets the defines.
;
; Exit codes: 0 done, 1 cancelled, 2 failed, 3 a newer GoalBucks is there, 4 the school's MSI is there,
; 5 GoalBucks didn't close, 6 this Windows is too old.
Unicode true
!ifdef X64
  Target amd64-unicode ; for Wine, which can't always run 32-bit programs; makensis for Windows builds only those
!endif
SetCompressor /SOLID lzma

!define NAME "GoalBucks"
!define EXE "goalbucks.exe"
!define CONSOLE "goalbucks.com" ; the same program for terminals
!define KEY "Software\${NAME}"
!define UNINSTALL_KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\${NAME}"

!include "MUI2.nsh"
!include "x64.nsh"
!include "FileFunc.nsh"
!include "LogicLib.nsh"
!include "WinVer.nsh"
!include "WordFunc.nsh"
!include "close_running.nsh"
!include "firewall.nsh"
!include "path.nsh"
!include "webview2.nsh"
!include "data.nsh"

Name "${NAME}"
OutFile "${OUT}"
RequestExecutionLevel admin
ManifestDPIAware true
AllowSkipFiles off ; an incomplete installation must fail
ShowInstDetails nevershow
ShowUninstDetails nevershow
BrandingText "${NAME} ${VERSION}"

VIProductVersion "${VERSION}.0"
VIAddVersionKey ProductName "${NAME}"
VIAddVersionKey ProductVersion "${VERSION}"
VIAddVersionKey FileVersion "${VERSION}"
VIAddVersionKey FileDescription "${NAME} Setup"
VIAddVersionKey CompanyName "${NAME}"
VIAddVersionKey LegalCopyright "Copyright 2026 The GoalBucks authors. Apache License 2.0."

!ifdef SIGN
  ; The command gets the file as its last argument.
  !finalize '${SIGN} "%1"'
  !uninstfinalize '${SIGN} "%1"'
!endif

!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define MUI_WELCOMEFINISHPAGE_BITMAP "${PICTURE}"
!define MUI_ABORTWARNING

!define MUI_WELCOMEPAGE_TITLE "GoalBucks for this computer"
!define MUI_WELCOMEPAGE_TEXT "GoalBucks will be put on this computer, for everybody who uses it.$\r$\n$\r$\nIf it is here already, it is brought up to date: your classes, goals and photos stay as they are.$\r$\n$\r$\nWindows will let students on the same network reach GoalBucks."
!insertmacro MUI_PAGE_WELCOME
!insertmacro MUI_PAGE_INSTFILES
!define MUI_FINISHPAGE_TITLE "GoalBucks is ready"
!define MUI_FINISHPAGE_TEXT "You find it in the Start menu."
!define MUI_FINISHPAGE_RUN
!define MUI_FINISHPAGE_RUN_TEXT "Start GoalBucks"
!define MUI_FINISHPAGE_RUN_FUNCTION StartProgram
!define MUI_FINISHPAGE_SHOWREADME
!define MUI_FINISHPAGE_SHOWREADME_NOTCHECKED
!define MUI_FINISHPAGE_SHOWREADME_TEXT "Put GoalBucks on the desktop"
!define MUI_FINISHPAGE_SHOWREADME_FUNCTION AddToDesktop
!insertmacro MUI_PAGE_FINISH

UninstPage custom un.AskData un.ReadChoice
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"

Function .onInit
  SetRegView 64
  SetShellVarContext all
  ${IfNot} ${RunningX64}
  ${OrIfNot} ${AtLeastWin10}
    MessageBox MB_OK|MB_ICONSTOP "GoalBucks needs Windows 10 or 11 (64-bit)." /SD IDOK
    SetErrorLevel 6
    Quit
  ${EndIf}
  ReadRegDWORD $0 HKLM "${KEY}" "Msi"
  ${If} $0 == 1
    MessageBox MB_OK|MB_ICONINFORMATION "Your school has put GoalBucks on this computer, and keeps it up to date itself.$\r$\nPlease ask whoever looks after the school's computers." /SD IDOK
    SetErrorLevel 4
    Quit
  ${EndIf}
  ReadRegStr $0 HKLM "${KEY}" "Version"
  ${VersionCompare} "$0" "${VERSION}" $1
  ${If} $0 != ""
  ${AndIf} $1 == 1
    MessageBox MB_OK|MB_ICONSTOP "GoalBucks $0 is on this computer already, and this is the older ${VERSION}, which could not read your classes any more. Nothing was changed." /SD IDOK
    SetErrorLevel 3
    Quit
  ${EndIf}
  ${If} $INSTDIR == "" ; otherwise set by /D=
    ReadRegStr $INSTDIR HKLM "${KEY}" "InstallDir"
  ${EndIf}
  ${If} $INSTDIR == ""
    StrCpy $INSTDIR "$PROGRAMFILES64\${NAME}"
  ${EndIf}
FunctionEnd

Function un.onInit
  SetRegView 64
  SetShellVarContext all
FunctionEnd

Section
  Call EndProgram
  RMDir /r "$INSTDIR\_internal" ; remove files that the new version doesn't have; the data are elsewhere
  RMDir /r "$INSTDIR\licences"
  SetOutPath "$INSTDIR"
  File /r "${FILES}"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  CreateShortcut "$SMPROGRAMS\${NAME}.lnk" "$INSTDIR\${EXE}"
  Call Register
  Call OpenFirewall
  Call AddToPath
  Call ProvideWebView2
SectionEnd

Function Register
  WriteRegStr HKLM "${KEY}" "InstallDir" "$INSTDIR"
  WriteRegStr HKLM "${KEY}" "Version" "${VERSION}"
  WriteRegStr HKLM "${KEY}" "SortedVersion" "${SORTED_VERSION}" ; the MSI compares strings only
  WriteRegStr HKLM "${UNINSTALL_KEY}" "DisplayName" "${NAME}"
  WriteRegStr HKLM "${UNINSTALL_KEY}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKLM "${UNINSTALL_KEY}" "Publisher" "${NAME}"
  WriteRegStr HKLM "${UNINSTALL_KEY}" "DisplayIcon" "$INSTDIR\${EXE}"
  WriteRegStr HKLM "${UNINSTALL_KEY}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKLM "${UNINSTALL_KEY}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKLM "${UNINSTALL_KEY}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKLM "${UNINSTALL_KEY}" "NoModify" 1
  WriteRegDWORD HKLM "${UNINSTALL_KEY}" "NoRepair" 1
  ${GetSize} "$INSTDIR" "/S=0K" $0 $1 $2
  WriteRegDWORD HKLM "${UNINSTALL_KEY}" "EstimatedSize" $0
FunctionEnd

Function StartProgram
  ; By Explorer: started from here it would run as the administrator, with that account's data.
  Exec '"$WINDIR\explorer.exe" "$SMPROGRAMS\${NAME}.lnk"'
FunctionEnd

Function AddToDesktop
  CreateShortcut "$DESKTOP\${NAME}.lnk" "$INSTDIR\${EXE}"
FunctionEnd

Section Uninstall
  Call un.EndProgram
  Call un.CloseFirewall
  Call un.RemoveFromPath
  Delete "$SMPROGRAMS\${NAME}.lnk"
  Delete "$DESKTOP\${NAME}.lnk"
  RMDir /r "$INSTDIR\_internal"
  RMDir /r "$INSTDIR\licences"
  Delete "$INSTDIR\${EXE}"
  Delete "$INSTDIR\${CONSOLE}"
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  DeleteRegKey HKLM "${UNINSTALL_KEY}"
  DeleteRegKey HKLM "${KEY}"
  Call un.Purge
SectionEnd
