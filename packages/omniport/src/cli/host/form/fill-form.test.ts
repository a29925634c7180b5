import { describe, expect, test } from 'vitest'
import { leave, ScriptedTerminal, type Step } from '../fixtures/scripted-terminal.js'
import { fieldsOf } from './fields-of.js'
import { fillForm } from './fill-form.js'

interface Given {
  readonly values?: Readonly<Record<string, unknown>>
  readonly isReviewed?: boolean
}

async function fill(schema: object, steps: readonly Step[], { values = {}, isReviewed = false }: Given = {}) {
  const terminal = new ScriptedTerminal(steps)
  const filled = await fillForm(terminal, {
    fields: fieldsOf({ type: 'object', ...schema }),
    values: new Map(Object.entries(values)),
    accept: { value: 'send', label: 'Send' },
    others: [{ value: 'decline', label: 'Decline' }],
    isReviewed,
  })
  expect(terminal.left).toEqual([])
  return { filled, transcript: terminal.transcript }
}

const required = (schema: unknown) => ({ properties: { it: schema }, required: ['it'] })

describe('a required value', () => {
  test.each<[string, object, Step[], unknown]>([
    ['text', { type: 'string' }, [['it', 'hello']], 'hello'],
    ['empty text', { type: 'string' }, [['it', '']], ''],
    [
      'a number, after what is none',
      { type: 'number' },
      [
        ['it', 'x'],
        ['it', ''],
        ['it', '-1.5e3'],
      ],
      -1500,
    ],
    [
      'an integer',
      { type: 'integer' },
      [
        ['it', '1.5'],
        ['it', '2'],
      ],
      2,
    ],
    ['yes', { type: 'boolean' }, [['it', 'yes']], true],
    ['no', { type: 'boolean' }, [['it', 'no']], false],
    ['a choice', { oneOf: [{ const: 'a', title: 'Ah' }] }, [['it', 'Ah']], 'a'],
    ['a choice of false', { enum: [false, null] }, [['it', 'null']], null],
    [
      'choices',
      { type: 'array', items: { enum: ['a', 'b'] }, minItems: 1 },
      [
        ['it', []],
        ['it', ['b']],
      ],
      ['b'],
    ],
    ['no choices', { type: 'array', items: { enum: ['a', 'b'] } }, [['it', []]], []],
    [
      'JSON, after what is none',
      { type: 'array' },
      [
        ['it', '[1'],
        ['it', '{}'],
        ['it', '[1]'],
      ],
      [1],
    ],
    ['null as JSON', {}, [['it', 'null']], null],
    ['its default', { type: 'integer', default: 7 }, [['it', 'as it is']], 7],
    ['a default of text', { type: 'string', default: 'x "y"' }, [['it', 'as it is']], 'x "y"'],
    ['a default of JSON', { type: 'object', default: { a: 1 } }, [['it', 'as it is']], { a: 1 }],
  ])('can be %s', async (_name, schema, steps, value) => {
    expect((await fill(required(schema), steps)).filled).toEqual({ action: 'send', values: { it: value } })
  })

  test('is told what is wrong with it', async () => {
    const { transcript } = await fill(required({ type: 'integer', maximum: 3 }), [
      ['it', 'x'],
      ['it', '4'],
      ['it', '3'],
    ])
    expect(transcript.filter((line) => line.startsWith('!'))).toEqual(['! must be a number', '! must be at most 3'])
  })

  test('shows its words', async () => {
    const schema = required({ type: 'number', title: 'Size', description: 'In cm' })
    expect((await fill(schema, [['Size', '1']])).transcript).toEqual(['? Size (it) (a number)\nIn cm <>'])
  })

  test('stands at its default', async () => {
    const { transcript } = await fill(required({ enum: ['a', 'b'], default: 'b' }), [['it', 'b']])
    expect(transcript).toEqual(['? it [a | >b]'])
  })
})

const two = {
  properties: { a: { type: 'string' }, b: { type: 'integer', default: 5 }, c: { enum: ['x', 'y'] } },
  required: ['a'],
}

describe('optional values', () => {
  test('are left out unless they are asked for', async () => {
    const { filled, transcript } = await fill(two, [
      ['a', 'A'],
      ['Values to send', 'Send'],
    ])
    expect(filled).toEqual({ action: 'send', values: { a: 'A' } })
    expect(transcript.at(-1)).toBe(
      '? Values to send [Send | a: "A" | b: (left out: 5 is taken) | c: (left out) | Decline]',
    )
  })

  test('are given, changed and taken back', async () => {
    const { filled } = await fill(two, [
      ['a', 'A'],
      ['Values to send', 'b:'],
      ['b (a number) (optional)', '6'],
      ['Values to send', 'c:'],
      ['c', 'y'],
      ['Values to send', 'c:'],
      ['c', 'leave it out'],
      ['Values to send', 'a:'],
      ['a', 'B'],
      ['Values to send', 'Send'],
    ])
    expect(filled).toEqual({ action: 'send', values: { a: 'B', b: 6 } })
  })

  test('are left out again when they are emptied', async () => {
    const given = { values: { b: 6 } }
    const { filled } = await fill(
      two,
      [
        ['a', 'A'],
        ['Values to send', 'b:'],
        ['b', ''],
        ['Values to send', 'Send'],
      ],
      given,
    )
    expect(filled?.values).toEqual({ a: 'A' })
  })
})

describe('whoever leaves', () => {
  test('a required field finds the list, which can not be sent without it', async () => {
    const { filled, transcript } = await fill(two, [
      ['a', leave],
      ['Values to send', 'Send'],
      ['Values to send', 'a:'],
      ['a', 'A'],
      ['Values to send', 'Send'],
    ])
    expect(filled?.values).toEqual({ a: 'A' })
    expect(transcript).toContain('warning: a has no value yet.')
  })

  test('a field that is changed keeps it', async () => {
    const { filled } = await fill(two, [
      ['a', 'A'],
      ['Values to send', 'a:'],
      ['a', leave],
      ['Values to send', 'Send'],
    ])
    expect(filled?.values).toEqual({ a: 'A' })
  })

  test('the list leaves the form', async () => {
    expect(
      (
        await fill(two, [
          ['a', 'A'],
          ['Values to send', leave],
        ])
      ).filled,
    ).toBe(undefined)
  })
})

test('a form that is reviewed is shown also where nothing is optional', async () => {
  const { filled } = await fill(
    required({ type: 'string' }),
    [
      ['it', 'x'],
      ['Values to send', 'Decline'],
    ],
    { isReviewed: true },
  )
  expect(filled).toEqual({ action: 'decline', values: {} })
})

test('a form without fields is sent at once', async () => {
  expect((await fill({}, [])).filled).toEqual({ action: 'send', values: {} })
})

test('a value may have any name', async () => {
  const schema = JSON.parse('{"properties":{"__proto__":{"type":"string"}},"required":["__proto__"]}')
  const { filled } = await fill(schema, [['__proto__', 'x']])
  expect(Object.entries(filled?.values ?? {})).toEqual([['__proto__', 'x']])
})
