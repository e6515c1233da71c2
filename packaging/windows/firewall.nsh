; Windows asks nobody who isn't an administrator, and notes a rule that blocks; one that blocks wins. So every rule for
; our program goes first. The MSI has the same commands (goalbucks.wxs).

!define NETSH '"$SYSDIR\netsh.exe" advfirewall firewall'

!macro FirewallFunctions UN
Function ${UN}CloseFirewall
  nsExec::Exec '${NETSH} delete rule name=all program="$INSTDIR\${EXE}"'
  Pop $0 ; 1 when there was none
FunctionEnd
!macroend

!insertmacro FirewallFunctions ""
!insertmacro FirewallFunctions "un."

Function OpenFirewall
  Call CloseFirewall
  ; TCP: students' browsers, at whatever port was free. UDP 5353: the class computer's name.
  nsExec::Exec '${NETSH} add rule name="GoalBucks" dir=in action=allow program="$INSTDIR\${EXE}" protocol=TCP remoteip=localsubnet profile=any enable=yes'
  Pop $0
  nsExec::Exec '${NETSH} add rule name="GoalBucks (name on the network)" dir=in action=allow program="$INSTDIR\${EXE}" protocol=UDP localport=5353 remoteip=localsubnet profile=any enable=yes'
  Pop $1
  ${If} $0 != 0
  ${OrIf} $1 != 0
    MessageBox MB_OK|MB_ICONEXCLAMATION "GoalBucks is installed, but Windows' firewall could not be told about it. If students can't reach the class, please ask whoever looks after the school's computers." /SD IDOK
  ${EndIf}
FunctionEnd
