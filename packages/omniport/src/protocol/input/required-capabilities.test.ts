import { describe, expect, test } from 'vitest'
import type { InputRequest } from '../model/input-request.js'
import { requiredCapabilities } from './required-capabilities.js'

const sample = (params: object): InputRequest => ({ method: 'sampling/createMessage', params: { ...params } })

describe('a question needs', () => {
  test.each<readonly [InputRequest, object]>([
    [{ method: 'elicitation/create', params: { message: 'a' } }, { elicitation: { form: {} } }],
    [{ method: 'elicitation/create', params: { mode: 'form' } }, { elicitation: { form: {} } }],
    [{ method: 'elicitation/create', params: { mode: 'url' } }, { elicitation: { url: {} } }],
    [sample({}), { sampling: {} }],
    [sample({ tools: undefined, includeContext: 'none' }), { sampling: {} }],
    [sample({ tools: [] }), { sampling: { tools: {} } }],
    [sample({ toolChoice: {} }), { sampling: { tools: {} } }],
    [sample({ includeContext: 'thisServer' }), { sampling: { context: {} } }],
    [sample({ includeContext: 'allServers', tools: [] }), { sampling: { context: {}, tools: {} } }],
    [{ method: 'roots/list' }, { roots: {} }],
  ])('%j: %j', (question, capabilities) => {
    expect(requiredCapabilities(question)).toStrictEqual(capabilities)
  })
})
