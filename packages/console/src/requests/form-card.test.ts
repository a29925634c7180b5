// @vitest-environment happy-dom
import { describe, expect, test, vi } from 'vitest'
import { ask } from './fixtures/ask.js'

describe('a form of a server', () => {
  const form = {
    type: 'form',
    message: 'Your name\u200b?',
    schema: { type: 'object', properties: { name: { type: 'string', minLength: 2 } }, required: ['name'] },
  } as const

  test('is filled in and sent', async () => {
    const { screen, answers } = await ask(form)
    expect([screen.texts('h2')[0], screen.texts('blockquote')]).toEqual([
      'notes asks you14:02:00',
      ['Your name⟨U+200B⟩?'],
    ])
    await screen.type('name', 'Ada')
    await screen.submit()
    expect(answers()).toEqual([{ type: 'form', action: 'accept', content: { name: 'Ada' } }])
  })

  test('is not sent while something is wrong', async () => {
    const { screen, answers } = await ask(form)
    await screen.submit()
    expect([answers(), screen.texts('.wrong .problem')]).toEqual([[], ['Required.']])
    await screen.type('name', 'A')
    await screen.submit()
    expect([answers(), screen.texts('.wrong .problem')]).toEqual([[], ['Needs at least 2 characters.']])
  })

  test('as JSON is not sent while it is none: it leads there', async () => {
    const { screen, answers } = await ask({ ...form, schema: {} })
    await screen.type('Your answer as JSON', '{')
    await screen.submit()
    expect(answers()).toEqual([])
    await vi.waitFor(() => expect(document.activeElement).toBe(screen.field('Your answer as JSON')))
    await screen.type('Your answer as JSON', '{"a":1}')
    await screen.submit()
    expect(answers()).toEqual([{ type: 'form', action: 'accept', content: { a: 1 } }])
  })

  test.each([
    ['Decline', 'decline'],
    ['Cancel', 'cancel'],
  ])('is refused with %s', async (button, action) => {
    const { screen, answers } = await ask(form)
    await screen.click(button)
    expect(answers()).toEqual([{ type: 'form', action }])
  })
})

describe('a request for a model', () => {
  const sample = {
    type: 'sample',
    params: {
      systemPrompt: 'Be short\u200b.',
      messages: [
        { role: 'user', content: { type: 'text', text: 'Hello' } },
        {
          role: 'assistant',
          content: [
            { type: 'text', text: 'One' },
            { type: 'text', text: 'Two' },
          ],
        },
        { content: { type: 'text', text: 'Who?' } },
        'odd',
      ],
      maxTokens: 10,
    },
  } as const

  test('shows all that would be sent', async () => {
    const { screen } = await ask(sample)
    expect(screen.texts('h2')).toEqual(['notes wants a model to answer14:02:00'])
    expect(screen.texts('.caption')).toEqual(['System prompt', 'user', 'assistant', 'message'])
    expect([screen.texts('blockquote'), screen.texts('.markdown')]).toEqual([
      ['Be short⟨U+200B⟩.'],
      ['Hello', 'One', 'Two', 'Who?'],
    ])
    expect([screen.texts('details > .inner .name'), screen.texts('.leaf .string')]).toEqual([['maxTokens'], ['odd']])
  })

  test('has no system prompt where there is none, and shows what is no request as it came', async () => {
    const bare = await ask({ type: 'sample', params: { messages: [] } })
    expect(bare.screen.texts('.caption')).toEqual([])
    const odd = await ask({ type: 'sample', params: 'odd' })
    expect([odd.screen.texts('.leaf .string'), odd.screen.all('details').length]).toEqual([['odd'], 0])
  })

  test('is answered with a text', async () => {
    const { screen, answers } = await ask(sample)
    await screen.type("The model's answer", 'Hi')
    await screen.click('Send the answer')
    expect(answers()).toEqual([
      {
        type: 'sample',
        action: 'answer',
        result: { role: 'assistant', content: { type: 'text', text: 'Hi' }, model: 'a person', stopReason: 'endTurn' },
      },
    ])
  })

  test('is answered with JSON that begins with what was typed', async () => {
    const { screen, answers } = await ask(sample)
    await screen.type("The model's answer", 'Hi')
    await screen.click('Write it as JSON')
    const answer = {
      role: 'assistant',
      content: { type: 'text', text: 'Hi' },
      model: 'a person',
      stopReason: 'endTurn',
    }
    expect(screen.field('The answer as JSON').value).toBe(JSON.stringify(answer, null, 2))
    await screen.type('The answer as JSON', '{"role":')
    await screen.click('Send the answer')
    expect(answers()).toEqual([])
    await screen.type('The answer as JSON', '{"role":"user","content":{"type":"image"}}')
    expect(screen.texts('.problems')).toEqual([])
    await screen.click('Send the answer')
    expect(answers()).toEqual([
      { type: 'sample', action: 'answer', result: { role: 'user', content: { type: 'image' } } },
    ])
  })

  test('tells what is wrong with an answer as JSON', async () => {
    const { screen } = await ask(sample)
    await screen.click('Write it as JSON')
    await screen.type('The answer as JSON', '{"role":"x","model":5,"stopReason":6,"content":1}')
    expect(screen.texts('.problems li')).toEqual([
      'role Must be "assistant", "user"',
      'model Must be text',
      'stopReason Must be text',
    ])
  })

  test('is declined', async () => {
    const { screen, answers } = await ask(sample)
    await screen.click('Decline')
    expect(answers()).toEqual([{ type: 'sample', action: 'decline' }])
  })
})
