; Uninstalling keeps the data unless the user ticks the box. Silent mode: /PURGE deletes the data of the account of the
; session, /PURGE=ALL those of every account of the computer.

!define PROFILES "SOFTWARE\Microsoft\Windows NT\CurrentVersion\ProfileList"
!define DATA_FOLDER "AppData\Local\${NAME}"

Var Account
Var Folder
Var Wanted
Var Box

Function un.AskData
  Call un.FindData
  !insertmacro MUI_HEADER_TEXT "Remove GoalBucks" "From this computer, for everybody who uses it."
  nsDialogs::Create 1018
  Pop $0
  ${If} ${FileExists} "$Folder\*.*"
    ${NSD_CreateLabel} 0 0 100% 36u "Classes, students, goals and photos are kept, so that everything is there again should GoalBucks come back."
    Pop $0
    ${NSD_CreateCheckbox} 0 44u 100% 12u "Delete them too: everything that $Account has entered in GoalBucks"
    Pop $Box
    ${NSD_CreateLabel} 12u 58u 100% 12u "It can't be brought back."
    Pop $0
  ${Else}
    ${NSD_CreateLabel} 0 0 100% 36u "GoalBucks will be removed from this computer."
    Pop $0
  ${EndIf}
  nsDialogs::Show
FunctionEnd

Function un.ReadChoice
  ${If} $Box != ""
    ${NSD_GetState} $Box $Wanted
  ${EndIf}
FunctionEnd

Function un.Purge
  ${If} $Wanted == ${BST_CHECKED}
    Call un.DeleteFolder
    Return
  ${EndIf}
  ${GetParameters} $0
  ClearErrors
  ${GetOptions} $0 "/PURGE" $1
  ${If} ${Errors}
    Return
  ${EndIf}
  ${If} $1 == "=ALL"
    Call un.DeleteAllData
  ${Else}
    Call un.FindData
    Call un.DeleteFolder
  ${EndIf}
FunctionEnd

Function un.DeleteFolder
  ; rd deletes a link itself; RMDir /r may follow a link out of the account's folder.
  nsExec::Exec '"$SYSDIR\cmd.exe" /d /c rd /s /q "$Folder"'
  Pop $0
FunctionEnd

Function un.DeleteAllData
  StrCpy $2 0
  ${Do}
    EnumRegKey $3 HKLM "${PROFILES}" $2
    ${If} $3 == ""
      ${ExitDo}
    ${EndIf}
    ReadRegStr $4 HKLM "${PROFILES}\$3" "ProfileImagePath"
    ${If} $4 != ""
      ExpandEnvStrings $4 $4
      StrCpy $Folder "$4\${DATA_FOLDER}"
      Call un.DeleteFolder
    ${EndIf}
    IntOp $2 $2 + 1
  ${Loop}
FunctionEnd

!macro AskSession WHAT REGISTER ; into $REGISTER
  StrCpy $${REGISTER} ""
  System::Call 'wtsapi32::WTSQuerySessionInformationW(p 0, i -1, i ${WHAT}, *p .r0, *i .r9) i .r8'
  ${If} $8 != 0
    System::Call 'kernel32::lstrcpynW(w .r${REGISTER}, p r0, i 256)'
    System::Call 'wtsapi32::WTSFreeMemory(p r0)'
  ${EndIf}
!macroend

; $Account and $Folder: of whoever is at the screen. We may be the administrator who was asked for a password instead.
Function un.FindData
  UserInfo::GetName
  Pop $Account
  SetShellVarContext current
  StrCpy $Folder "$LOCALAPPDATA\${NAME}"
  SetShellVarContext all
  ; WTS_CURRENT_SESSION's WTSUserName and WTSDomainName; none for a service.
  !insertmacro AskSession 5 1
  !insertmacro AskSession 7 2
  ${If} $1 == ""
    Return
  ${EndIf}
  Push "$2\$1"
  Call un.FindProfile
  Pop $3
  ${If} $3 != ""
    StrCpy $Account $1
    StrCpy $Folder "$3\${DATA_FOLDER}"
  ${EndIf}
FunctionEnd

Function un.FindProfile ; "DOMAIN\name" on the stack becomes the account's folder, or nothing
  Exch $0
  StrCpy $8 ""
  System::Alloc 68 ; the longest SID
  Pop $4
  System::Call 'advapi32::LookupAccountNameW(p 0, w r0, p r4, *i 68, w .r5, *i ${NSIS_MAX_STRLEN}, *i .r6) i .r7'
  ${If} $7 != 0
    System::Call 'advapi32::ConvertSidToStringSidW(p r4, *p .r5)'
    System::Call 'kernel32::lstrcpynW(w .r6, p r5, i 256)'
    System::Call 'kernel32::LocalFree(p r5)'
    ReadRegStr $8 HKLM "${PROFILES}\$6" "ProfileImagePath"
    ExpandEnvStrings $8 $8
  ${EndIf}
  System::Free $4
  StrCpy $0 $8
  Exch $0
FunctionEnd
