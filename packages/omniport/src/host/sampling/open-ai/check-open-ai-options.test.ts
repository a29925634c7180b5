import { expect, test } from 'vitest'
import { checkOpenAiOptions } from './check-open-ai-options.js'

const given = { url: 'https://example.com/v1', models: ['a'] }

test('models are objects, whatever they were', () => {
  const model = { id: 'b', cost: 0, speed: 1, intelligence: undefined }
  expect(checkOpenAiOptions({ ...given, models: ['a', model] }).models).toEqual([{ id: 'a' }, model])
})

test.each<[object, string]>([
  [{ url: undefined }, 'url must be an http: or https: address without credentials'],
  [{ url: 'ftp://secret-host/' }, 'url must be an http: or https: address without credentials'],
  [{ url: 'https://me:secret@example.com/' }, 'url must be an http: or https: address without credentials'],
  [{ models: undefined }, 'models must be a list of at least one, got undefined'],
  [{ models: [] }, 'models must be a list of at least one, got an array'],
  [{ models: [''] }, 'models[0].id must be the id of a model, got ""'],
  [{ models: ['a', 7] }, 'models[1] must be an object, got 7'],
  [{ models: [{ id: 'a', cost: 2 }] }, 'models[0].cost must be a number from 0 to 1, got 2'],
  [{ models: [{ id: 'a', speed: -1 }] }, 'models[0].speed must be a number from 0 to 1, got -1'],
  [{ models: [{ id: 'a', intelligence: Number.NaN }] }, 'models[0].intelligence must be a number from 0 to 1, got NaN'],
  [{ apiKey: '' }, 'apiKey must be text that can be sent in a header'],
  [{ apiKey: 'secret\nx' }, 'apiKey must be text that can be sent in a header'],
  [{ headers: { 'x-key': 'secret\r\nb: c' } }, 'headers: "x-key" must be a valid HTTP header'],
  [{ headers: { 'a b': 'secret' } }, 'headers: "a b" must be a valid HTTP header'],
  [{ headers: [] }, 'headers must be an object, got an array'],
  [{ tokensField: 'tokens' }, 'tokensField must be "max_tokens" or "max_completion_tokens", got "tokens"'],
  [{ timeoutMs: -1 }, 'timeoutMs must be a whole number of milliseconds, 0 or more, got -1'],
  [{ maxBytes: 0 }, 'maxBytes must be a whole number, 1 or more, got 0'],
  [{ key: 'secret' }, 'there is no option "key"'],
])('%j is refused, and no secret is repeated', (over, problem) => {
  let message = ''
  try {
    checkOpenAiOptions({ ...given, ...over } as typeof given)
  } catch (reason) {
    message = reason instanceof TypeError ? reason.message : String(reason)
  }
  expect(message).toContain(`createOpenAiSample: ${problem}`)
  expect(message).not.toContain('secret')
})
