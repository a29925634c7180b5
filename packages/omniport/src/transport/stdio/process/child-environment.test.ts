import process from 'node:process'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createChildEnvironment } from './spawn-server.js'

const ownEnvironment = {
  PATH: '/bin',
  HOME: '/home/me',
  LC_ALL: 'C.UTF-8',
  TERM: '() { :; }',
  SECRET: 's',
  SystemRoot: 'C:\\W',
}

const saved = { ...process.env }

beforeEach(() => setEnvironment(ownEnvironment))

afterEach(() => setEnvironment(saved))

/** `process.env` stays the same object. */
function setEnvironment(variables: Readonly<Record<string, string | undefined>>): void {
  for (const name of Object.keys(process.env)) delete process.env[name]
  Object.assign(process.env, variables)
}

test.each([
  [
    'few variables are passed on, and no shell functions',
    undefined,
    { PATH: '/bin', HOME: '/home/me', LC_ALL: 'C.UTF-8' },
  ],
  ['what is given is added', { SECRET: 'x' }, { PATH: '/bin', HOME: '/home/me', LC_ALL: 'C.UTF-8', SECRET: 'x' }],
  ['what is given wins', { PATH: '/opt' }, { PATH: '/opt', HOME: '/home/me', LC_ALL: 'C.UTF-8' }],
  ['undefined takes away', { PATH: undefined, HOME: undefined }, { LC_ALL: 'C.UTF-8' }],
  [
    'a shell function may be given on purpose',
    { TERM: '() {}' },
    { ...{ PATH: '/bin', HOME: '/home/me' }, LC_ALL: 'C.UTF-8', TERM: '() {}' },
  ],
])('%s', (_, given, expected) => {
  expect(createChildEnvironment(given)).toEqual(expected)
})
