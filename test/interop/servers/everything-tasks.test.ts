import { textOf } from 'omniport/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Published, startPublished } from './start-published.js'

describe('the server with everything, and tasks', () => {
  const asked: string[] = []
  let server: Published

  beforeAll(async () => {
    server = await startPublished('@modelcontextprotocol/server-everything', {
      elicit: ({ message, schema }) => {
        asked.push(message)
        const isResearch = JSON.stringify(schema).includes('interpretation')
        return { action: 'accept', content: isResearch ? { interpretation: 'snake' } : { name: 'Ann' } }
      },
      sample: () => ({ role: 'assistant', content: [{ type: 'text', text: 'Hello' }], model: 'm' }),
      tasks: true,
    })
  })

  afterAll(() => server.remove())

  test('its tasks are waited for and answered, and it waits for ours', async () => {
    const { client } = server
    const research = client.callTask('simulate-research-query', { topic: 'python', ambiguous: true })
    const [task, form, model] = await Promise.all([
      research,
      client.callTool('trigger-elicitation-request-async', {}),
      client.callTool('trigger-sampling-request-async', { prompt: 'hi' }),
    ])
    expect(textOf(await task.result())).toContain('# Research Report: python (snake)')
    expect(textOf(form)).toContain('- Name: Ann')
    expect(textOf(model)).toContain('Hello')
    expect(asked.sort()).toEqual([
      'Please provide inputs for the following fields (async task demo):',
      'The research query "python" could have multiple interpretations. Please clarify what you\'re looking for:',
    ])
  })

  test('nothing on the wire was wrong', async () => {
    await server.end('2025-11-25')
    expect(server.errors).toEqual([])
  })
})
