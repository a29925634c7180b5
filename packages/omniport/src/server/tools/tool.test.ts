import { describe, expect, test } from 'vitest'
import { tool } from './tool.js'

const run = () => ''
const define = (options: object) => () => tool({ run, ...options } as never)
const known =
  'title, description, icons, _meta, scopes, visible, input, output, annotations, task, app, visibility, singleUse, authorize, before, use, run'
const app = { uri: 'ui://a', serve: () => {} }

describe('a tool', () => {
  test('has the options that were given, and cannot be changed', () => {
    const definition = tool({ run, title: 'T', description: undefined })
    expect(definition).toEqual({ run, title: 'T' })
    expect(Object.isFrozen(definition)).toBe(true)
  })

  test.each([
    ['a task', { task: 'optional' }],
    ['a task that must be one', { task: 'required', before: () => 1 }],
    ['an app', { app, visibility: ['app', 'model'], _meta: { a: 1 } }],
    ['a ui of its own', { _meta: { ui: { a: 1 } } }],
    ['hints', { annotations: { title: 'a', readOnlyHint: true }, singleUse: true, authorize: run, use: [run] }],
  ])('may have %s', (_name, options) => {
    expect(define(options)()).toEqual({ run, ...options })
  })

  test.each([
    ['name', 'the key in `tools` of createServer is the name'],
    ['inputSchema', 'use "input"'],
    ['parameters', 'use "input"'],
    ['outputSchema', 'use "output"'],
    ['execute', 'use "run"'],
    ['handler', 'use "run"'],
  ])('does not have the option %s of other libraries, and says what to write', (name, advice) => {
    const message = `tool: there is no option "${name}"; ${advice}. The options are ${known}`
    expect(define({ [name]: 'x' })).toThrow(new TypeError(message))
  })

  test.each([
    ['a task of another kind', { task: 'forbidden' }, 'tool: task must be "optional" or "required", got "forbidden"'],
    [
      'hints that are none',
      { annotations: { readOnlyHint: 1 } },
      'tool: annotations.readOnlyHint must be true or false, got 1',
    ],
    ['single use by a word', { singleUse: 'yes' }, 'tool: singleUse must be true or false, got "yes"'],
    ['no function to authorize', { authorize: true }, 'tool: authorize must be a function, got true'],
    ['middleware that is no list', { use: run }, 'tool: use must be an array of functions, got a function'],
    ['middleware that is none', { use: ['a'] }, 'tool: use[0] must be a function, got "a"'],
    ['callers that are none', { visibility: ['person'] }, 'tool: visibility[0] must be "model" or "app", got "person"'],
    ['no callers', { visibility: [] }, 'tool: visibility must be an array that names a caller, got an array'],
    ['callers as text', { visibility: 'app' }, 'tool: visibility must be an array of "model" and "app", got "app"'],
    [
      'an app that is none',
      { app: { uri: 'ui://a' } },
      'tool: app must be what app() or appFrom() gives, got an object',
    ],
    ['an app without a URI', { app: { serve: run } }, 'tool: app must be what app() or appFrom() gives, got an object'],
    ['a null in place of an app', { app: null }, 'tool: app must be what app() or appFrom() gives, got null'],
    ['the promise of an app', { app: Promise.resolve(app) }, 'tool: app: write await before appFrom(…)'],
    [
      'something before no task',
      { before: run },
      'tool: before is for a tool that can be a task; say task: "optional" or "required"',
    ],
    ['an app and a ui', { app, _meta: { ui: {} } }, 'tool: _meta.ui is made of app and visibility; leave it out'],
    [
      'callers and a ui',
      { visibility: ['app'], _meta: { ui: {} } },
      'tool: _meta.ui is made of app and visibility; leave it out',
    ],
  ])('cannot have %s', (_name, options, message) => {
    expect(define(options)).toThrow(new TypeError(message))
  })
})
