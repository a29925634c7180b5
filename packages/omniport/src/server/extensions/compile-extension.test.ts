import { describe, expect, test } from 'vitest'
import { TaskWorld } from '#test/support/task-nodes.js'
import { thrownBy } from '#test/support/thrown-by.js'
import { revisions } from '../../protocol/revisions/revision.js'
import { tool } from '../tools/tool.js'
import { compileExtension } from './compile-extension.js'
import { extensionMethod } from './extension-method.js'

const { services } = new TaskWorld().node({ t: tool({ run: () => '' }) }).tool('t')
const compile = (definition: object) => compileExtension('com.example/a', definition, services)
const serve = () => ({})
const filter = { honour: () => true, deliver: () => {} }

describe('an extension', () => {
  test('has nothing, and is for every revision, where it says nothing', () => {
    expect(compile({})).toEqual({
      id: 'com.example/a',
      settings: {},
      revisions,
      methods: new Map(),
      resultTypes: new Map(),
      filters: new Map(),
      middleware: [],
    })
  })

  test('has what it was given', () => {
    const use = [(next: unknown) => next]
    const settings = { depth: 2 }
    const compiled = compile({
      settings,
      revisions: ['2026-07-28'],
      methods: { 'a/b': { serve, nameParam: 'n' }, 'a/c': { serve } },
      resultTypes: { ticket: { methods: ['tools/call'], serve } },
      listen: { places: filter },
      use,
    })
    expect([compiled.settings, compiled.revisions, compiled.middleware]).toEqual([settings, ['2026-07-28'], use])
    expect([...compiled.methods].map(([name, { nameParam }]) => [name, nameParam])).toEqual([
      ['a/b', 'n'],
      ['a/c', undefined],
    ])
    expect([...compiled.resultTypes].map(([type, { methods }]) => [type, methods])).toEqual([
      ['ticket', ['tools/call']],
    ])
    expect([...compiled.filters.keys()]).toEqual(['places'])
  })

  const method = 'a method must be one that the protocol does not have or keep for itself, got'
  const type = 'a result type must be one that the protocol does not have, got'
  const member = 'listen must be for members that the protocol does not have, got'
  test.each<[object, string]>([
    [{ settings: [] }, 'settings must be an object, got an array'],
    [{ revisions: '2026-07-28' }, 'revisions must be an array of revisions, got "2026-07-28"'],
    [{ methods: 1 }, 'methods must be an object, got 1'],
    [{ methods: { '': { serve } } }, `${method} ""`],
    [{ methods: { 'tools/list': { serve } } }, `${method} "tools/list"`],
    [{ methods: { a: { serve: 1 } } }, 'method "a": serve must be a function, got 1'],
    [{ methods: { a: { serve, nameParam: 1 } } }, 'method "a": nameParam must be a string, got 1'],
    [{ resultTypes: 1 }, 'resultTypes must be an object, got 1'],
    ...['', 'complete', 'input_required', 'task'].map((name): [object, string] => [
      { resultTypes: { [name]: { methods: [], serve } } },
      `${type} "${name}"`,
    ]),
    [
      { resultTypes: { x: { serve } } },
      'result type "x": methods must be an array of methods of the protocol, got undefined',
    ],
    [
      { resultTypes: { x: { methods: ['tools/call', 'own'], serve } } },
      'result type "x": a method must be one of the protocol, got "own"',
    ],
    [{ resultTypes: { x: { methods: [1], serve } } }, 'result type "x": methods[0] must be a string, got 1'],
    [{ resultTypes: { x: { methods: [] } } }, 'result type "x": serve must be a function, got undefined'],
    [{ listen: 1 }, 'listen must be an object, got 1'],
    ...['toolsListChanged', 'promptsListChanged', 'resourcesListChanged', 'resourceSubscriptions', 'taskIds'].map(
      (name): [object, string] => [{ listen: { [name]: filter } }, `${member} "${name}"`],
    ),
    [{ listen: { x: { ...filter, honour: 1 } } }, 'listen.x: honour must be a function, got 1'],
    [{ listen: { x: { honour: filter.honour } } }, 'listen.x: deliver must be a function, got undefined'],
    [{ use: [1] }, 'use[0] must be a function, got 1'],
    [
      { revisions: ['2025-11-25'], resultTypes: { x: { methods: ['tools/call'], serve } } },
      'resultTypes works at 2026-07-28, which is not among its revisions',
    ],
    [{ revisions: [], listen: { x: filter } }, 'listen works at 2026-07-28, which is not among its revisions'],
  ])('cannot be %j', (definition, problem) => {
    expect(thrownBy(() => compile(definition))).toEqual(new TypeError(`extension "com.example/a": ${problem}`))
  })

  test('may be for legacy revisions alone, with methods', () => {
    const methods = { a: { serve } }
    expect(compile({ revisions: ['2025-11-25'], methods, listen: {}, resultTypes: {} }).revisions).toEqual([
      '2025-11-25',
    ])
  })
})

describe('a method of an extension', () => {
  test('is what it was given', () => {
    expect(extensionMethod({ serve, nameParam: 'a' })).toEqual({ serve, nameParam: 'a' })
  })

  test.each<[object, string]>([
    [{}, 'extensionMethod: serve must be a function, got undefined'],
    [{ serve, nameParam: 1 }, 'extensionMethod: nameParam must be a string, got 1'],
  ])('cannot be %j', (options, message) => {
    expect(thrownBy(() => extensionMethod(options as never))).toEqual(new TypeError(message))
  })
})
