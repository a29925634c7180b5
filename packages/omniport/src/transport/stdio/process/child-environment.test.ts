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

beforeEach(() => {
  saved = process.env
  process.env = { ...ownEnvironment }
})

afterEach(() => {
  process.env = saved
})

let saved = process.env

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
