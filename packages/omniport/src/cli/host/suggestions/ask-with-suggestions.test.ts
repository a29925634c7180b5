import { describe, expect, test } from 'vitest'
import type { Client } from '../../../entries/client.js'
import type { PromptArgument } from '../../../entries/protocol.js'
import { fakeHost } from '../fixtures/fake-host.js'
import { leave, ScriptedTerminal, type Step } from '../fixtures/scripted-terminal.js'
import { SharedScreen } from '../screen/shared-screen.js'
import { askWithSuggestions } from './ask-with-suggestions.js'

type Suggest = (value: string) => readonly string[]

/** Asks for an argument by a script: what was given, shown, and asked of the server. */
async function ask(steps: readonly Step[], suggest: Suggest, argument: Partial<PromptArgument> = {}) {
  const asked: unknown[] = []
  const client = {
    async complete(ref: unknown, { name, value }: { name: string; value: string }, options: { arguments: unknown }) {
      asked.push([ref, name, value, options.arguments])
      return { values: suggest(value) }
    },
  } as unknown as Client
  const terminal = new ScriptedTerminal(steps)
  const { screen } = new SharedScreen(terminal, new AbortController().signal)
  const host = fakeHost({ client: async () => client })
  const context = { host, screen, lines: undefined as never, cwd: '/', read: async () => {} }
  const ref = { type: 'ref/prompt', name: 'p' } as const
  const wanted = { server: 's', ref, argument: { name: 'city', ...argument }, others: { country: 'x' } }
  const value = await askWithSuggestions(context, wanted)
  expect(terminal.left).toEqual([])
  return { value, asked, transcript: terminal.transcript }
}

const nothing: Suggest = () => []
const towns: Suggest = (value) => ['Paris', 'Prague'].filter((town) => town.startsWith(value))

describe('a suggestion', () => {
  test('can be chosen at once', async () => {
    const { value, asked, transcript } = await ask([['city', 'Prague']], towns)
    expect([value, asked]).toEqual(['Prague', [[{ type: 'ref/prompt', name: 'p' }, 'city', '', { country: 'x' }]]])
    expect(transcript.join('\n')).toContain('city (optional) [Type something else … | Paris | Prague]')
  })

  test('can be left', async () => {
    expect((await ask([['city', leave]], towns)).value).toBeUndefined()
  })

  test('can be left out for another text', async () => {
    const { value, asked } = await ask(
      [
        ['city', 'Type something else'],
        ['city', 'Rome'],
      ],
      towns,
    )
    expect([value, asked.length]).toEqual(['Rome', 2])
  })

  test('that is typed is not asked for again', async () => {
    const { value, asked } = await ask(
      [
        ['city', 'Type something else'],
        ['city', 'Paris'],
      ],
      towns,
    )
    expect([value, asked.length]).toEqual(['Paris', 1])
  })

  test('may come from what was typed', async () => {
    const { value, transcript } = await ask(
      [
        ['city', 'Type something else'],
        ['city', 'Pr'],
        ['city', 'Prague'],
      ],
      towns,
    )
    expect(value).toBe('Prague')
    expect(transcript.join('\n')).toContain('[Pr (as typed) | Prague]')
  })

  test('that comes later can be refused', async () => {
    const { value } = await ask(
      [
        ['city', 'Type something else'],
        ['city', 'Pr'],
        ['city', 'Pr (as typed)'],
      ],
      towns,
    )
    expect(value).toBe('Pr')
  })

  test('that comes later can be left', async () => {
    const { value } = await ask(
      [
        ['city', 'Type something else'],
        ['city', 'Pr'],
        ['city', leave],
      ],
      towns,
    )
    expect(value).toBeUndefined()
  })

  test('that is what was typed is taken', async () => {
    const { value } = await ask([['city', 'Rome']], (typed) => (typed === '' ? [] : ['Rome', 'Rome 2']))
    expect(value).toBe('Rome')
  })
})

describe('without suggestions', () => {
  test('any text is given', async () => {
    const { value, asked } = await ask([['city', 'Rome']], nothing)
    expect([value, asked.length]).toEqual(['Rome', 2])
  })

  test('an optional argument can be empty', async () => {
    const { value, asked } = await ask([['city', '']], nothing)
    expect([value, asked.length]).toEqual(['', 1])
  })

  test('a required one cannot', async () => {
    const { value, transcript } = await ask(
      [
        ['city', ''],
        ['city', 'Rome'],
      ],
      nothing,
      { required: true },
    )
    expect(value).toBe('Rome')
    expect(transcript.join('\n')).toContain('must have a value')
  })

  test('it can be left', async () => {
    expect((await ask([['city', leave]], nothing)).value).toBeUndefined()
  })

  test('a server that fails is as one that has none', async () => {
    const failing: Suggest = () => {
      throw new Error('no')
    }
    expect((await ask([['city', 'Rome']], failing)).value).toBe('Rome')
  })
})

test.each<[argument: Partial<PromptArgument>, message: string]>([
  [{}, 'city (optional)'],
  [{ required: false }, 'city (optional)'],
  [{ title: 'city' }, 'city (optional)'],
  [{ title: 'The city', required: true }, 'The city (city)'],
  [{ description: 'Where it is.' }, 'city (optional)\nWhere it is.'],
])('the question names the argument: %j', async (argument, message) => {
  const { transcript } = await ask([[message, 'Rome']], nothing, argument)
  expect(transcript.join('\n')).toContain(message)
})
