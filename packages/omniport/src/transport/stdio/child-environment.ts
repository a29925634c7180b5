import process from 'node:process'

/**
 * The environment of a child process: what every program needs of ours, and `given` over it; undefined takes a variable
 * away. Credentials that happen to be set here do not leak into it.
 */
export function createChildEnvironment(
  given: Readonly<Record<string, string | undefined>> = {},
): Record<string, string> {
  const environment = new Map<string, string>()
  for (const [name, value] of Object.entries(process.env)) {
    // A value that starts so is a function exported by a shell, which is code.
    if (value !== undefined && isInherited(name) && !value.startsWith('()')) environment.set(name, value)
  }
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) environment.delete(name)
    else environment.set(name, value)
  }
  return Object.fromEntries(environment)
}

function isInherited(name: string): boolean {
  if (process.platform === 'win32') return windows.has(name.toUpperCase())
  return posix.has(name) || name.startsWith('LC_')
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
