; Adds the program's folder to the computer's PATH, so that `goalbucks` in a terminal starts goalbucks.com, which PATHEXT
; prefers to goalbucks.exe. Uses allocated memory, since NSIS truncates strings at 1,024 characters.

!define ENVIRONMENT "SYSTEM\CurrentControlSet\Control\Session Manager\Environment"
!define HKLM_AND_KEY 'p -2147483646, w "${ENVIRONMENT}"'
!define READ_AND_WRITE 0x2011F ; KEY_READ, KEY_WRITE, KEY_WOW64_64KEY
!define SEMICOLON 59

!macro PathFunctions UN
; $1: open key; $2: type of the value; $4: buffer with its text and room for one more folder, or 0; $6: position of our
; folder in it, with the preceding separator, or 0; $7: position after it.
Function ${UN}ReadPath
  StrCpy $1 0
  StrCpy $4 0
  StrCpy $6 0
  System::Call 'advapi32::RegOpenKeyExW(${HKLM_AND_KEY}, i 0, i ${READ_AND_WRITE}, *p .r1) i .r0'
  ${If} $0 != 0
    StrCpy $1 0
    Return
  ${EndIf}
  System::Call 'advapi32::RegQueryValueExW(p r1, w "Path", p 0, *i .r2, p 0, *i .r3) i .r0'
  ${If} $0 != 0
    Return
  ${EndIf}
  StrLen $5 ";$INSTDIR"
  IntOp $5 $5 * 2
  IntOp $8 $5 + $3
  IntOp $8 $8 + 4
  System::Alloc $8 ; filled with zeros
  Pop $4
  System::Call 'advapi32::RegQueryValueExW(p r1, w "Path", p 0, p 0, p r4, *i r3 r3) i .r0'
  StrCpy $7 $4
  ${Do}
    System::Call 'shlwapi::StrStrIW(p r7, w ";$INSTDIR") p .r6'
    ${If} $6 == 0
      ${ExitDo}
    ${EndIf}
    IntPtrOp $7 $6 + $5
    System::Call '*$7(&i2 .r8)'
    ${If} $8 == 0
    ${OrIf} $8 == ${SEMICOLON}
      ${ExitDo} ; otherwise a longer path that begins with ours
    ${EndIf}
  ${Loop}
FunctionEnd

Function ${UN}WritePath
  System::Call 'kernel32::lstrlenW(p r4) i .r8'
  IntOp $8 $8 + 1
  IntOp $8 $8 * 2
  System::Call 'advapi32::RegSetValueExW(p r1, w "Path", i 0, i r2, p r4, i r8)'
  SendMessage ${HWND_BROADCAST} ${WM_SETTINGCHANGE} 0 "STR:Environment" /TIMEOUT=2000
FunctionEnd

Function ${UN}ClosePath
  ${If} $4 != 0
    System::Free $4
  ${EndIf}
  ${If} $1 != 0
    System::Call 'advapi32::RegCloseKey(p r1)'
  ${EndIf}
FunctionEnd
!macroend

!insertmacro PathFunctions ""
!insertmacro PathFunctions "un."

Function AddToPath
  Call ReadPath
  ${If} $4 != 0
  ${AndIf} $6 == 0
    System::Call 'kernel32::lstrcatW(p r4, w ";$INSTDIR")'
    Call WritePath
  ${EndIf}
  Call ClosePath
FunctionEnd

Function un.RemoveFromPath
  Call un.ReadPath
  ${If} $6 != 0
    System::Call 'kernel32::lstrlenW(p r7) i .r8'
    IntOp $8 $8 + 1
    IntOp $8 $8 * 2
    System::Call 'ntdll::RtlMoveMemory(p r6, p r7, p r8)'
    Call un.WritePath
  ${EndIf}
  Call un.ClosePath
FunctionEnd
