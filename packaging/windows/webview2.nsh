; GoalBucks' window is drawn by Microsoft's WebView2, which Windows 11 brings along and Windows 10 mostly has.

!define WEBVIEW2_KEY "Microsoft\EdgeUpdate\Clients\{F3017226-FE2A-4295-8BDF-00C3A9A7E4C5}"
!define WEBVIEW2_SETUP "MicrosoftEdgeWebView2RuntimeInstallerX64.exe"

!macro LookForWebView2 ROOT KEY
  ${If} $0 == ""
  ${OrIf} $0 == "0.0.0.0" ; what an uninstalled one leaves
    ReadRegStr $0 ${ROOT} "${KEY}" "pv"
  ${EndIf}
!macroend

Function FindWebView2 ; 1 or 0 into $0
  StrCpy $0 ""
  !insertmacro LookForWebView2 HKLM "SOFTWARE\WOW6432Node\${WEBVIEW2_KEY}"
  !insertmacro LookForWebView2 HKLM "SOFTWARE\${WEBVIEW2_KEY}"
  !insertmacro LookForWebView2 HKCU "Software\${WEBVIEW2_KEY}" ; one that this account alone has
  ${If} $0 == ""
  ${OrIf} $0 == "0.0.0.0"
    StrCpy $0 0
  ${Else}
    StrCpy $0 1
  ${EndIf}
FunctionEnd

Function ProvideWebView2
  Call FindWebView2
  ${If} $0 == 0
  ${AndIf} ${FileExists} "$EXEDIR\${WEBVIEW2_SETUP}"
    DetailPrint "Installing Microsoft's WebView2"
    ExecWait '"$EXEDIR\${WEBVIEW2_SETUP}" /silent /install'
    Call FindWebView2
  ${EndIf}
  ${If} $0 == 0
    MessageBox MB_OK|MB_ICONINFORMATION "GoalBucks will open in your browser: for a window of its own, this computer lacks Microsoft's WebView2. Everything works all the same." /SD IDOK
  ${EndIf}
FunctionEnd
