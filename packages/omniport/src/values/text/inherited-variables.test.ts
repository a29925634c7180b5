import { expect, test } from 'vitest'
import { inheritedVariables } from './inherited-variables.js'

const posix = {
  HOME: '/root',
  LOGNAME: 'a',
  PATH: '/bin',
  SHELL: '/bin/sh',
  TERM: 'xterm',
  USER: 'a',
  LANG: 'C',
  TMPDIR: '/tmp',
  TZ: 'UTC',
  LC_ALL: 'C',
  LC_: '',
}

const windows = {
  APPDATA: 'a',
  ComSpec: 'b',
  HOMEDRIVE: 'C:',
  HOMEPATH: '\\a',
  LOCALAPPDATA: 'c',
  Path: 'd',
  PATHEXT: '.EXE',
  PROCESSOR_ARCHITECTURE: 'AMD64',
  ProgramData: 'e',
  ProgramFiles: 'f',
  'ProgramFiles(x86)': 'g',
  ProgramW6432: 'h',
  SystemDrive: 'C:',
  SystemRoot: 'i',
  TEMP: 'j',
  USERNAME: 'k',
  USERPROFILE: 'l',
  windir: 'm',
}

const secrets = { API_KEY: 'x', AWS_SECRET_ACCESS_KEY: 'x', NODE_OPTIONS: '--require x', LD_PRELOAD: 'x', '': 'x' }

test('a program gets what every program needs, and no secrets', () => {
  expect(inheritedVariables({ ...posix, ...secrets, XLC_ALL: 'x', path: 'x', Term: 'x' }, 'linux')).toEqual(posix)
  expect(inheritedVariables({ ...windows, ...secrets, LC_ALL: 'x', TZ: 'x' }, 'win32')).toEqual(windows)
  expect(inheritedVariables({ ...posix, APPDATA: 'x', windir: 'x' }, 'darwin')).toEqual(posix)
})

test.each(['linux', 'win32'])('a function of a shell, and what has no value, are left out on %s', (platform) => {
  const given = { PATH: '() { :; }; x', USERNAME: undefined, USER: undefined, TEMP: '(x)', TERM: '(x)', LANG: ' ()' }
  expect(Object.values(inheritedVariables(given, platform))).toEqual(platform === 'win32' ? ['(x)'] : ['(x)', ' ()'])
})
