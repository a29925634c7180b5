/** Programs that read other programs: shells of all platforms. */
export const shells: ReadonlySet<string> = new Set([
  ...['sh', 'bash', 'zsh', 'dash', 'ash', 'ksh', 'fish', 'csh', 'tcsh', 'busybox'],
  ...['cmd', 'powershell', 'pwsh', 'iex', 'invoke-expression', 'wscript', 'cscript', 'mshta', 'osascript', 'eval'],
])

/** Programs that get something from the network. */
export const downloaders: ReadonlySet<string> = new Set([
  ...['curl', 'wget', 'aria2c', 'fetch', 'lynx', 'certutil', 'bitsadmin'],
  ...['iwr', 'irm', 'invoke-webrequest', 'invoke-restmethod'],
])

/** Interpreters, without their versions, and the flags after which a program stands. */
export const inlineFlags: ReadonlyMap<string, readonly string[]> = new Map([
  ['node', ['-e', '--eval', '-p', '--print', '-pe', '--import', '--require', '-r']],
  ['bun', ['-e', '--eval', '-p', '--print', '--preload', '-r']],
  ['deno', ['eval']],
  ['python', ['-c']],
  ['pypy', ['-c']],
  ['perl', ['-e', '-E']],
  ['ruby', ['-e']],
  ['php', ['-r']],
  ['lua', ['-e']],
  ['awk', ['-f']],
])

/** The name of an interpreter without its version: `python` for `python3.12`. */
export function withoutVersion(program: string): string {
  return program.replace(/[\d.]+$/, '')
}
