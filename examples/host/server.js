import { setTimeout } from 'node:timers/promises'
import { createServer, prompt, resource, ToolError, tool } from 'omniport'
import { serveStdio } from 'omniport/stdio'

const dishes = new Map([
  ['dumplings', 'Dumplings with mushrooms, six of them.'],
  ['noodles', 'Noodles in broth, with an egg.'],
  ['pancakes', 'Pancakes with apple sauce.'],
])

/** A square of one colour, as an image that is small enough to be written here. */
const picture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='

const bookTable = tool({
  description: 'Books a table; asks for what it needs to know.',
  input: {
    type: 'object',
    properties: { guests: { type: 'integer', minimum: 1, maximum: 12, default: 2, description: 'How many you are' } },
    required: ['guests'],
  },
  run: async ({ guests }, ctx) => {
    const { action, content } = await ctx.elicit(`A table for ${guests}. When, and where should it be?`, {
      type: 'object',
      properties: {
        date: { type: 'string', format: 'date', title: 'Day', description: 'Such as 2026-12-24' },
        place: {
          type: 'string',
          title: 'Place',
          oneOf: [
            { const: 'in', title: 'Inside' },
            { const: 'out', title: 'In the garden' },
          ],
          default: 'in',
        },
        needs: {
          type: 'array',
          title: 'What else',
          items: { anyOf: ['high chair', 'quiet', 'window'].map((need) => ({ const: need, title: need })) },
        },
        news: { type: 'boolean', title: 'News by mail', default: false },
      },
      required: ['date', 'place'],
    })
    if (action !== 'accept') return 'Nothing is booked.'
    const needs = content.needs?.length > 0 ? `, with: ${content.needs.join(', ')}` : ''
    return `Booked: ${guests} on ${content.date}, ${content.place === 'in' ? 'inside' : 'in the garden'}${needs}.`
  },
})

const cook = tool({
  description: 'Cooks a dish, which takes a while. Tells how far it is, and stops when you do.',
  input: {
    type: 'object',
    properties: {
      dish: { type: 'string', enum: [...dishes.keys()] },
      seconds: { type: 'number', minimum: 0, maximum: 60, default: 5 },
    },
    required: ['dish'],
  },
  output: { type: 'object', properties: { dish: { type: 'string' }, seconds: { type: 'number' } } },
  run: async ({ dish, seconds }, ctx) => {
    const steps = ['washing', 'cutting', 'heating', 'stirring', 'serving']
    for (const [at, step] of steps.entries()) {
      ctx.progress(at, steps.length, step)
      await setTimeout((seconds * 1_000) / steps.length, undefined, { signal: ctx.signal })
    }
    return { dish, seconds }
  },
})

const showMenu = tool({
  description: 'Asks you to open the menu in your browser.',
  run: async (_args, ctx) => {
    const { action } = await ctx.elicitUrl('The menu of today, with pictures.', 'https://example.com/menu')
    return action === 'accept' ? 'Enjoy the pictures.' : 'Then I tell you: dumplings, noodles, pancakes.'
  },
})

const praise = tool({
  description: 'Praises a dish, in the words of your model.',
  input: { type: 'object', properties: { dish: { type: 'string', enum: [...dishes.keys()] } }, required: ['dish'] },
  run: async ({ dish }, ctx) => {
    if (!ctx.can('sample')) throw new ToolError('You have no model: start with --model-url and --model.')
    const content = { type: 'text', text: `Praise this dish in one sentence: ${dishes.get(dish)}` }
    const answer = await ctx.sample({ messages: [{ role: 'user', content }], maxTokens: 100 })
    return answer.content
  },
})

const photograph = tool({
  description: 'A picture, and where to read on.',
  run: () => [
    { type: 'image', data: picture, mimeType: 'image/png' },
    { type: 'resource_link', uri: 'dish://noodles', name: 'noodles', mimeType: 'text/plain' },
  ],
})

const dish = resource({
  uri: 'dish://{name}',
  description: 'What a dish is.',
  mimeType: 'text/plain',
  complete: { name: [...dishes.keys()] },
  read: ({ name }) => dishes.get(name),
})

const invite = prompt({
  description: 'Invites somebody to a meal.',
  arguments: {
    type: 'object',
    properties: { dish: { type: 'string' }, guest: { type: 'string', description: 'Who is invited' } },
    required: ['dish'],
  },
  complete: { dish: [...dishes.keys()] },
  get: ({ dish, guest = 'a friend' }) => `Write an invitation for ${guest}: there will be ${dish}.`,
})

await serveStdio(
  createServer({
    name: 'kitchen',
    version: '1.0.0',
    tools: { book_table: bookTable, cook, show_menu: showMenu, praise, photograph },
    resources: { dish },
    prompts: { invite },
  }),
)
