; Closes a running GoalBucks as its close button does, and ends it if it doesn't close. Acknowledged writes are on the
; disk by then; open transactions roll back.

!macro CheckIfRunning PROGRAM
  ${If} ${FileExists} "$INSTDIR\${PROGRAM}"
    ClearErrors
    FileOpen $1 "$INSTDIR\${PROGRAM}" a ; Windows denies writing to the file of a running program
    ${If} ${Errors}
      StrCpy $0 1
    ${Else}
      FileClose $1
    ${EndIf}
  ${EndIf}
!macroend

!macro RunningFunctions UN
Function ${UN}FindRunning ; sets $0 to 1 or 0
  StrCpy $0 0
  !insertmacro CheckIfRunning "${EXE}"
  !insertmacro CheckIfRunning "${CONSOLE}"
FunctionEnd

Function ${UN}EndProgram
  Call ${UN}FindRunning
  ${If} $0 == 0
    Return
  ${EndIf}
  MessageBox MB_OKCANCEL|MB_ICONINFORMATION "GoalBucks is running, and is closed now. Until you start it again, students can't reach the class. What they have sent is kept." /SD IDOK IDOK agreed
  SetErrorLevel 1
  Abort "Nothing was changed."
agreed:
  DetailPrint "Closing GoalBucks"
  nsExec::Exec '"$SYSDIR\taskkill.exe" /IM ${EXE} /IM ${CONSOLE}'
  Pop $0
  ${ForEach} $2 1 10 + 1
    Sleep 500
    Call ${UN}FindRunning
    ${If} $0 == 0
      Return
    ${EndIf}
  ${Next}
  ; Repeated, since a window restarts a server that was ended first.
  ${ForEach} $2 1 5 + 1
    nsExec::Exec '"$SYSDIR\taskkill.exe" /F /IM ${EXE} /IM ${CONSOLE}'
    Pop $0
    Sleep 1000
    Call ${UN}FindRunning
    ${If} $0 == 0
      Return
    ${EndIf}
  ${Next}
  MessageBox MB_OK|MB_ICONSTOP "GoalBucks doesn't close. Please restart the computer, then try again. Nothing was changed." /SD IDOK
  SetErrorLevel 5
  Abort "GoalBucks doesn't close. Nothing was changed."
FunctionEnd
!macroend

!insertmacro RunningFunctions ""
!insertmacro RunningFunctions "un."
