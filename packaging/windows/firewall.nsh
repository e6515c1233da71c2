; Windows asks nobody who isn't an administrator, and notes a rule that blocks; one that blocks wins. So every rule for
; our programs goes first. The MSI has the same commands (goalbucks.wxs).

!define NETSH '"$SYSDIR\netsh.exe" advfirewall firewall'

!macro DeleteRules PROGRAM
  nsExec::Exec '${NETSH} delete rule name=all program="$INSTDIR\${PROGRAM}"'
  Pop $0 ; 1 when there was none
!macroend

!macro AddRules PROGRAM ; adds to $1 what isn't 0 when it failed
  ; TCP: students' browsers, at whatever port was free. UDP 5353: the class computer's name.
  nsExec::Exec '${NETSH} add rule name="GoalBucks" dir=in action=allow program="$INSTDIR\${PROGRAM}" protocol=TCP remoteip=localsubnet profile=any enable=yes'
  Pop $0
  StrCpy $1 "$1$0"
  nsExec::Exec '${NETSH} add rule name="GoalBucks (name on the network)" dir=in action=allow program="$INSTDIR\${PROGRAM}" protocol=UDP localport=5353 remoteip=localsubnet profile=any enable=yes'
  Pop $0
  StrCpy $1 "$1$0"
!macroend

!macro FirewallFunctions UN
Function ${UN}CloseFirewall
  !insertmacro DeleteRules "${EXE}"
  !insertmacro DeleteRules "${CONSOLE}"
FunctionEnd
!macroend

!insertmacro FirewallFunctions ""
!insertmacro FirewallFunctions "un."

Function OpenFirewall
  Call CloseFirewall
  StrCpy $1 ""
  !insertmacro AddRules "${EXE}"
  !insertmacro AddRules "${CONSOLE}"
  ${If} $1 != "0000"
    MessageBox MB_OK|MB_ICONEXCLAMATION "GoalBucks is installed, but Windows' firewall could not be told about it. If students can't reach the class, please ask whoever looks after the school's computers." /SD IDOK
  ${EndIf}
FunctionEnd
