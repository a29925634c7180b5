import { isWebUrl } from '../../../protocol/input/is-web-url.js'
import {
  functionValue,
  milliseconds,
  objectValue,
  oneOf,
  positiveCount,
} from '../../../protocol/options/option-checks.js'
import { type Check, checkOptions, mustBe, type OptionChecks, required } from '../../../values/options/check-options.js'
import { isHeader } from '../../is-header.js'
import type { Model } from '../choose-model.js'
import type { OpenAiOptions } from './open-ai-options.js'

/** Checked options, with every model as an object. */
export interface CheckedOpenAiOptions extends OpenAiOptions {
  readonly models: readonly Model[]
}

/** @throws TypeError naming the option; possible secrets are not repeated. */
export function checkOpenAiOptions(given: OpenAiOptions): CheckedOpenAiOptions {
  const options = checkOptions(kind, given, checks)
  webUrl(`${kind}: url`, options.url)
  const { models } = options
  if (!Array.isArray(models) || models.length === 0) throw mustBe(`${kind}: models`, 'a list of at least one', models)
  return { ...options, models: models.map(toModel) }
}

const kind = 'createOpenAiSample'

const webUrl: Check = (path, value) => {
  if (!isWebUrl(value)) throw new TypeError(`${path} must be an http: or https: address without credentials`)
}

const headers: Check = (path, value) => {
  objectValue(path, value)
  for (const [name, text] of Object.entries(value as object)) {
    if (typeof text !== 'string' || !isHeader(name, text))
      throw new TypeError(`${path}: "${name}" must be a valid HTTP header`)
  }
}

const apiKey: Check = (path, value) => {
  if (typeof value !== 'string' || value === '' || !isHeader('authorization', value)) {
    throw new TypeError(`${path} must be text that can be sent in a header`)
  }
}

const checks: OptionChecks<OpenAiOptions> = {
  url: required(() => {}),
  models: required(() => {}),
  apiKey,
  headers,
  tokensField: oneOf('max_tokens', 'max_completion_tokens'),
  fetch: functionValue,
  timeoutMs: milliseconds,
  maxBytes: positiveCount,
  runtime: objectValue,
}

function toModel(given: string | Model, index: number): Model {
  const path = `${kind}: models[${index}]`
  const model = typeof given === 'string' ? { id: given } : given
  objectValue(path, model)
  if (typeof model.id !== 'string' || model.id === '') throw mustBe(`${path}.id`, 'the id of a model', model.id)
  for (const trait of ['cost', 'speed', 'intelligence'] as const) {
    const value = model[trait]
    if (value !== undefined && !(value >= 0 && value <= 1))
      throw mustBe(`${path}.${trait}`, 'a number from 0 to 1', value)
  }
  return model
}
