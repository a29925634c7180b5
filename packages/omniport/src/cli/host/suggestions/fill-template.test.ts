import { describe, expect, test } from 'vitest'
import type { Client } from '../../../entries/client.js'
import { fakeHost } from '../fixtures/fake-host.js'
import { leave, ScriptedTerminal, type Step } from '../fixtures/scripted-terminal.js'
import { SharedScreen } from '../screen/shared-screen.js'
import { fillTemplate, templateParts } from './fill-template.js'

/** Fills a template in by a script: its address, what was shown, and what the server was asked. */
async function fill(uriTemplate: string, steps: readonly Step[]) {
  const asked: unknown[] = []
  const client = {
    async complete(ref: unknown, { name }: { name: string }, options: { arguments: unknown }) {
      asked.push([ref, name, options.arguments])
      return { values: [] }
    },
  } as unknown as Client
  const terminal = new ScriptedTerminal(steps)
  const { screen } = new SharedScreen(terminal, new AbortController().signal)
  const context = { host: fakeHost({ client: async () => client }), screen, lines: undefined as never, cwd: '/' }
  const template = { server: 'notes', name: 't', uriTemplate }
  const address = await fillTemplate({ ...context, read: async () => {} }, template)
  expect(terminal.left).toEqual([])
  const shown = terminal.transcript.filter((line) => line.startsWith('?') || line.startsWith('!'))
  return { address, asked, shown }
}

describe('a template', () => {
  test('is filled in by its variables, each once, with those before', async () => {
    const { address, asked, shown } = await fill('a://{b}/{+c}/{b}', [
      ['b', ''],
      ['b', 'x y'],
      ['c', 'p/q'],
    ])
    expect(address).toBe('a://x%20y/p/q/x%20y')
    expect(shown).toEqual(['? b <>', '! must have a value', '? b <>', '? c <>'])
    const ref = { type: 'ref/resource', uri: 'a://{b}/{+c}/{b}' }
    expect(asked.slice(0, 1)).toEqual([[ref, 'b', {}]])
    expect(asked.slice(-1)).toEqual([[ref, 'c', { b: 'x y' }]])
  })

  test('without variables is its address', async () => {
    expect(await fill('a://b', [])).toEqual({ address: 'a://b', asked: [], shown: [] })
  })

  test('is left with a variable', async () => {
    const { address } = await fill('a://{b}/{c}', [['b', leave]])
    expect(address).toBeUndefined()
  })

  test('that is more than that is typed as a whole', async () => {
    const { address, asked, shown } = await fill('a://b{?q}', [['Its address', 'a://b?q=1']])
    expect([address, asked, shown]).toEqual(['a://b?q=1', [], ['? Its address <a://b{?q}>']])
    expect((await fill('a://b{?q}', [['Its address', leave]])).address).toBeUndefined()
  })
})

describe('the parts of a template', () => {
  const namesOf = (template: string) =>
    templateParts(template)?.map((part) => (part.type === 'text' ? part.text : `<${part.name}>`))

  test.each([
    ['{a}', ['<a>']],
    ['{a}{b}', ['<a>', '<b>']],
    ['x{a.b_c%20}y', ['x', '<a.b_c%20>', 'y']],
    ['x}y', ['x}y']],
    ['', []],
  ])('of %s', (template, names) => {
    expect(namesOf(template)).toEqual(names)
  })

  test.each(['{}', '{++a}', '{a b}', '{a', '{{a}}'])('%s has none', (template) => {
    expect(namesOf(template)).toBeUndefined()
  })
})
