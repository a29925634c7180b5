/**
 * The few variables of an environment that every program needs. Credentials are none of them, nor a value that starts with `()`: that
 * is a function exported by a shell, which is code.
 */
export function inheritedVariables(
  environment: Readonly<Record<string, string | undefined>>,
  platform: string,
): Record<string, string> {
  const isInherited = (name: string) =>
    platform === 'win32' ? windows.has(name.toUpperCase()) : posix.has(name) || name.startsWith('LC_')
  const inherited: [string, string][] = []
  for (const [name, value] of Object.entries(environment)) {
    if (value !== undefined && isInherited(name) && !value.startsWith('()')) inherited.push([name, value])
  }
  return Object.fromEntries(inherited)
}

const posix: ReadonlySet<string> = new Set([
  ...['HOME', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'USER'],
  ...['LANG', 'TMPDIR', 'TZ'],
])

const windows: ReadonlySet<string> = new Set([
  ...['APPDATA', 'COMSPEC', 'HOMEDRIVE', 'HOMEPATH', 'LOCALAPPDATA', 'PATH', 'PATHEXT', 'PROCESSOR_ARCHITECTURE'],
  ...['PROGRAMDATA', 'PROGRAMFILES', 'PROGRAMFILES(X86)', 'PROGRAMW6432', 'SYSTEMDRIVE', 'SYSTEMROOT'],
  ...['TEMP', 'USERNAME', 'USERPROFILE', 'WINDIR'],
])
