import type { Attributes } from '@opentelemetry/api'
import type { Operation, OperationOutcome } from 'omniport/protocol'
import { attributes } from '../conventions/names.js'
import { resultValue } from './operation-error.js'

/** A longer content is cut. */
const maxLength = 16_384

/** A prompt with more arguments has no more of them recorded. */
const maxVariables = 64

/** The arguments of a tool, or of a prompt, one attribute for each. */
export function argumentAttributes({ message }: Operation): Attributes {
  const given = message.params?.['arguments']
  if (given === undefined) return {}
  if (message.method === 'tools/call') return { [attributes.toolArguments]: toText(given) }
  if (message.method !== 'prompts/get' || typeof given !== 'object' || given === null) return {}
  const variables = Object.entries(given).slice(0, maxVariables)
  return Object.fromEntries(
    variables.map(([name, value]) => [
      `gen_ai.prompt.variable.${name}`,
      typeof value === 'string' ? value.slice(0, maxLength) : toText(value),
    ]),
  )
}

/** The result of a tool. */
export function resultAttributes({ message }: Operation, { response }: OperationOutcome): Attributes {
  if (message.method !== 'tools/call' || response?.result === undefined) return {}
  return { [attributes.toolResult]: toText(resultValue(response.result)) }
}

/** JSON; empty for what JSON cannot carry. */
function toText(value: unknown): string {
  try {
    return (JSON.stringify(value) ?? '').slice(0, maxLength)
  } catch {
    return ''
  }
}
