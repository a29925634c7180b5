import { describe, expect, test } from 'vitest'
import type { SampleConsent } from '../../../entries/host.js'
import type { SampleContent, SampleMessage } from '../../../entries/protocol.js'
import { leave, ScriptedTerminal, type Step } from '../fixtures/scripted-terminal.js'
import type { SelectPrompt } from '../screen/prompts.js'
import { editSample } from './edit-sample.js'

const image: SampleContent = { type: 'image', data: '', mimeType: 'image/png' }
const textOf = (text: string): SampleContent => ({ type: 'text', text })

function asking(messages: readonly SampleMessage[], systemPrompt?: string): SampleConsent {
  const params = { maxTokens: 10, messages: [...messages], ...(systemPrompt !== undefined && { systemPrompt }) }
  return { type: 'sample', server: 'notes', params }
}

/** Remembers the hints of what is chosen from. */
class WatchedTerminal extends ScriptedTerminal {
  readonly shown: (readonly (string | undefined)[])[] = []

  override select<T>(prompt: SelectPrompt<T>): Promise<T | undefined> {
    this.shown.push(prompt.options.map(({ hint }) => hint))
    return super.select(prompt)
  }
}

async function edit(request: SampleConsent, steps: readonly Step[]) {
  const terminal = new ScriptedTerminal(steps)
  const edited = await editSample(terminal, request)
  expect(terminal.left).toEqual([])
  return { edited, transcript: terminal.transcript }
}

describe('what the model is asked', () => {
  const messages: readonly SampleMessage[] = [
    { role: 'user', content: 'Hello' },
    { role: 'assistant', content: [image, textOf('Hi'), textOf('there')] },
    { role: 'user', content: textOf('What is it?') },
  ]
  const request = asking(messages, 'Be brief')

  test('has each text to choose from, and each is changed by itself', async () => {
    const { edited, transcript } = await edit(request, [
      ['Which text', 'The system prompt'],
      ['The system prompt', 'Be long'],
    ])
    expect(edited).toEqual({ ...request, params: { ...request.params, systemPrompt: 'Be long' } })
    expect(transcript).toEqual([
      '? Which text [The system prompt | Message 1, of the user | Message 2, of the assistant | Message 2, of the assistant | Message 3, of the user]',
      '? The system prompt <Be brief>',
    ])
  })

  test.each<[string, number, SampleMessage]>([
    ['Message 1, of the user', 0, { role: 'user', content: 'new' }],
    ['Message 2, of the assistant', 1, { role: 'assistant', content: [image, textOf('new'), textOf('there')] }],
    ['Message 3, of the user', 2, { role: 'user', content: [textOf('new')] }],
  ])('%s', async (label, at, message) => {
    const { edited } = await edit(request, [
      ['Which text', label],
      [label, 'new'],
    ])
    expect(edited).toEqual({ ...request, params: { ...request.params, messages: messages.with(at, message) } })
  })

  test('is not chosen from where there is one text', async () => {
    const one = asking([{ role: 'user', content: 'Hello' }])
    const { edited } = await edit(one, [['Message 1, of the user', 'Bye']])
    expect(edited).toEqual(asking([{ role: 'user', content: 'Bye' }]))
  })

  test.each<[string, readonly Step[]]>([
    ['no text is chosen', [['Which text', leave]]],
    [
      'the text is left',
      [
        ['Which text', 'Message 1'],
        ['Message 1', leave],
      ],
    ],
    [
      'the text is what it was',
      [
        ['Which text', 'Message 1'],
        ['Message 1', 'as it is'],
      ],
    ],
  ])('stays where %s', async (_what, steps) => {
    expect((await edit(request, steps)).edited).toBe(request)
  })

  test('stays where it has no text', async () => {
    const pictures = asking([{ role: 'user', content: [image] }])
    const { edited, transcript } = await edit(pictures, [])
    expect([edited === pictures, transcript]).toEqual([true, ['warning: There is no text in it to change.']])
  })

  test('has a system prompt that may be emptied', async () => {
    const { edited } = await edit(asking([], 'Be brief'), [['The system prompt', '']])
    expect(edited).toEqual(asking([], ''))
  })
})

describe('what the model answers', () => {
  const answer = (...content: readonly SampleContent[]): SampleConsent => ({
    ...asking([{ role: 'user', content: 'Hello' }], 'Be brief'),
    result: { role: 'assistant', model: 'm', content: [...content] },
  })

  test('is changed, and not what it was asked', async () => {
    const { edited, transcript } = await edit(answer(image, textOf('A cat')), [['The answer', 'A dog']])
    expect(edited).toEqual(answer(image, textOf('A dog')))
    expect(transcript).toEqual(['? The answer <A cat>'])
  })

  test('is changed where it was chosen', async () => {
    const terminal = new WatchedTerminal([
      ['Which text', 'The answer'],
      ['The answer', 'one'],
    ])
    const long = 'x'.repeat(61)
    expect(await editSample(terminal, answer(textOf('A'), textOf(long)))).toEqual(answer(textOf('one'), textOf(long)))
    expect(terminal.shown).toEqual([['A', 'x'.repeat(60)]])
  })
})
