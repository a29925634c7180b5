import { describe, expect, test } from 'vitest'
import type { Client } from '../../../entries/client.js'
import type { HostPrompt } from '../../../entries/host.js'
import { fakeHost } from '../fixtures/fake-host.js'
import { runScript } from '../fixtures/run-script.js'
import { leave, type Step } from '../fixtures/scripted-terminal.js'

const invite: HostPrompt = {
  server: 'kitchen',
  name: 'invite',
  title: 'Invite',
  description: 'Invites somebody',
  arguments: [
    { name: 'dish', description: 'What there is', required: true },
    { name: 'guest', title: 'Guest' },
  ],
}

/** A host with one prompt, and what it was asked. */
function kitchen(suggest: (value: string) => readonly string[] = () => []) {
  const asked: unknown[] = []
  const complete: Client['complete'] = async (ref, argument, options) => {
    asked.push({ ref, ...argument, others: options?.arguments })
    return { values: [...suggest(argument.value)] }
  }
  const host = fakeHost({
    prompts: async () => [invite],
    // The only method of a client that is used.
    client: async () => ({ complete }) as Client,
    getPrompt: async ({ server, name }, args) => {
      asked.push({ server, prompt: name, args })
      return {
        description: 'An invitation',
        messages: [
          { role: 'user', content: { type: 'text', text: 'Come!' } },
          { role: 'assistant', content: { type: 'image', data: 'AAAA', mimeType: 'image/png' } },
        ],
      }
    },
  })
  return { host, asked }
}

const open: readonly Step[] = [
  ['What next', 'Get a prompt'],
  ['Which prompt', 'kitchen: invite'],
]
const close: Step = ['Which prompt', 'Back']

test('a prompt is chosen, filled in and shown', async () => {
  const { host, asked } = kitchen()
  const transcript = await runScript(host, [
    ...open,
    ['dish', ''],
    ['dish', 'noodles'],
    ['Guest (guest) (optional)', ''],
    ['What to do', 'Back'],
    close,
  ])
  expect(asked.at(-1)).toEqual({ server: 'kitchen', prompt: 'invite', args: { dish: 'noodles' } })
  expect(transcript).toContain('== invite of kitchen')
  expect(transcript).toContain('! must have a value')
  expect(transcript).toContain('good: invite: An invitation')
  expect(transcript).toContain('plain: user:\nCome!\n\nassistant:\nan image (image/png, 3 B)')
})

test.each<[string, readonly Step[]]>([
  ['an argument', [['dish', leave], close]],
  ['a later argument', [['dish', 'x'], ['Guest', leave], close]],
])('leaving %s leaves the prompt', async (_name, steps) => {
  const { host, asked } = kitchen()
  await runScript(host, [...open, ...steps])
  expect(asked).not.toContainEqual(expect.objectContaining({ prompt: 'invite' }))
})

describe('suggestions', () => {
  const suggest = (value: string) => ['noodles', 'dumplings'].filter((dish) => dish.startsWith(value))

  test('can be taken, and know what was filled in before', async () => {
    const { host, asked } = kitchen(suggest)
    const transcript = await runScript(host, [
      ...open,
      ['dish', 'noodles'],
      ['Guest', 'Type something else'],
      ['Guest', 'Ann'],
      ['What to do', 'Back'],
      close,
    ])
    expect(transcript.filter((line) => line.startsWith('? dish'))).toEqual([
      '? dish\nWhat there is [Type something else … | noodles | dumplings]',
    ])
    const ref = { type: 'ref/prompt', name: 'invite' }
    expect(asked).toEqual([
      { ref, name: 'dish', value: '', others: {} },
      { ref, name: 'guest', value: '', others: { dish: 'noodles' } },
      { ref, name: 'guest', value: 'Ann', others: { dish: 'noodles' } },
      { server: 'kitchen', prompt: 'invite', args: { dish: 'noodles', guest: 'Ann' } },
    ])
  })

  test.each<[string, Step, string]>([
    ['taken', ['dish', 'dumplings'], 'dumplings'],
    ['refused', ['dish', 'du (as typed)'], 'du'],
  ])('for what was typed can be %s', async (_name, choice, dish) => {
    const { host, asked } = kitchen((value) => (value === '' ? [] : suggest(value)))
    await runScript(host, [...open, ['dish', 'du'], choice, ['Guest', ''], ['What to do', 'Back'], close])
    expect(asked.at(-1)).toMatchObject({ args: { dish } })
  })

  test('that fail are none', async () => {
    const { host, asked } = kitchen(() => {
      throw new Error('no')
    })
    await runScript(host, [...open, ['dish', 'x'], ['Guest', ''], ['What to do', 'Back'], close])
    expect(asked.at(-1)).toMatchObject({ args: { dish: 'x' } })
  })

  test('can be left', async () => {
    const { host } = kitchen(suggest)
    await runScript(host, [...open, ['dish', leave], close])
  })
})
