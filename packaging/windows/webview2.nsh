; The window requires Microsoft's WebView2, which is part of Windows 11 and mostly installed on Windows 10.

!define WEBVIEW2_KEY "Microsoft\EdgeUpdate\Clients\{F3017226-FE2A-4295-8BDF-00C3A9A7E4C5}"
!define WEBVIEW2_SETUP "MicrosoftEdgeWebView2RuntimeInstallerX64.exe"

!macro ReadWebView2Version ROOT KEY
  ${If} $0 == ""
  ${OrIf} $0 == "0.0.0.0" ; left by an uninstalled one
    ReadRegStr $0 ${ROOT} "${KEY}" "pv"
  ${EndIf}
!macroend

Function FindWebView2 ; sets $0 to 1 or 0
  StrCpy $0 ""
  !insertmacro ReadWebView2Version HKLM "SOFTWARE\WOW6432Node\${WEBVIEW2_KEY}"
  !insertmacro ReadWebView2Version HKLM "SOFTWARE\${WEBVIEW2_KEY}"
  !insertmacro ReadWebView2Version HKCU "Software\${WEBVIEW2_KEY}" ; installed for this account only
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
