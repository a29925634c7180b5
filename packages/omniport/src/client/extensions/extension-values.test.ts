import { describe, expect, test } from 'vitest'
import { extensionValues } from './extension-values.js'

const id = 'com.example/search'
const path = 'connect: extensions'
const run = () => {}
const check = (value: unknown) => () => extensionValues(path, value)
const of = (extension: unknown) => check({ [id]: extension })
const at = `${path}["${id}"]`
const identifier = `${path}: an identifier must be a prefix, a slash and a name, such as "com.example/search", got`

describe('the extensions of a client', () => {
  test.each([
    ['none', {}],
    ['one of nothing', { [id]: {} }],
    [
      'one of everything',
      {
        [id]: {
          revisions: ['2026-07-28'],
          settings: { a: 1 },
          notifications: { x: run },
          resultTypes: { r: { methods: ['m'], run, mayTakeLong: true } },
          nameParams: { m: 'a' },
        },
      },
    ],
    ['an old one', { [id]: { revisions: ['2025-11-25'], notifications: { x: run }, resultTypes: {}, nameParams: {} } }],
    ['one whose name has a slash', { 'com.example/a.b': {} }],
  ])('may be %s', (_name, value) => {
    expect(check(value)).not.toThrow()
  })

  test.each([
    ['a list', [], `${path} must be an object, got an array`],
    ['one without a slash', { search: {} }, `${identifier} "search"`],
    ['one without a name', { 'com.example/': {} }, `${identifier} "com.example/"`],
    ['one with a space', { 'com example/a': {} }, `${identifier} "com example/a"`],
    [
      'that of tasks',
      { 'io.modelcontextprotocol/tasks': {} },
      `${path}: "io.modelcontextprotocol/tasks" is built in; leave it out`,
    ],
    ['one that is none', { [id]: true }, `${at} must be an object, got true`],
  ])('may not be %s', (_name, value, message) => {
    expect(check(value)).toThrow(new TypeError(message))
  })

  test.each([
    ['settings that are none', { settings: [] }, `${at}: settings must be an object, got an array`],
    [
      'revisions that are none',
      { revisions: '2026-07-28' },
      `${at}: revisions must be an array of revisions, got "2026-07-28"`,
    ],
    [
      'a notification that is no function',
      { notifications: { x: 1 } },
      `${at}: notifications["x"] must be a function, got 1`,
    ],
    ['a parameter that is no text', { nameParams: { m: 1 } }, `${at}: nameParams["m"] must be a string, got 1`],
    [
      'a result type that is none',
      { resultTypes: { r: run } },
      `${at}: resultTypes["r"] must be an object, got a function`,
    ],
    [
      'a result type without methods',
      { resultTypes: { r: { run } } },
      `${at}: resultTypes["r"]: methods must be an array of strings, got undefined`,
    ],
    [
      'a result type without run',
      { resultTypes: { r: { methods: [] } } },
      `${at}: resultTypes["r"]: run must be a function, got undefined`,
    ],
    [
      'a result type with a wrong member',
      { resultTypes: { r: { methods: [], run, mayTakeLong: 1 } } },
      `${at}: resultTypes["r"]: mayTakeLong must be true or false, got 1`,
    ],
    [
      'result types of old revisions',
      { revisions: ['2025-11-25'], resultTypes: { r: { methods: [], run } } },
      `${at}: resultTypes works at 2026-07-28, which is not among its revisions`,
    ],
    [
      'parameters of old revisions',
      { revisions: ['2025-11-25'], nameParams: { m: 'a' } },
      `${at}: nameParams works at 2026-07-28, which is not among its revisions`,
    ],
  ])('may not have %s', (_name, extension, message) => {
    expect(of(extension)).toThrow(new TypeError(message))
  })
})
