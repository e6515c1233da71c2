; For a user who isn't an administrator Windows adds a blocking rule without asking, and blocking rules take precedence.
; So all rules of our programs are deleted first. The MSI runs the same commands (goalbucks.wxs).

!define NETSH '"$SYSDIR\netsh.exe" advfirewall firewall'

!macro DeleteRules PROGRAM
  nsExec::Exec '${NETSH} delete rule name=all program="$INSTDIR\${PROGRAM}"'
  Pop $0 ; 1 if there was none
!macroend

!macro AddRules PROGRAM ; appends the exit codes to $1, 0 for success
  ; TCP: students' browsers, at any port. UDP 5353: mDNS.
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
