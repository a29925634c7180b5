import type { PromptArgument } from '../../protocol/model/prompt.js'
import type { AnySchema, JsonSchema } from '../../schema/schema.js'
import type { Validator } from '../../schema/standard/validator.js'
import { isObject } from '../../values/json/is-object.js'
import { checkComplete } from '../completion/check-complete.js'
import { createDefinitionValidator } from '../definitions/definition-validator.js'
import { Entry } from '../definitions/entry.js'
import type { ServerServices } from '../server-services.js'
import { assertStrings } from './assert-strings.js'
import { type AnyPrompt, type PromptOptions, prompt } from './prompt.js'

export class PromptEntry extends Entry<'prompts', AnyPrompt> {
  readonly input: Validator | undefined
  /** The values that the schema allows, by argument. They are the completions where the author defines none. */
  readonly choices: ReadonlyMap<string, readonly string[]>
  readonly completes: boolean

  constructor(name: string, definition: AnyPrompt, services: ServerServices) {
    const { arguments: schema } = definition as { readonly arguments?: AnySchema }
    const input = createDefinitionValidator(schema, { where: `prompt "${name}": arguments`, services })
    const { title, description, icons, _meta } = definition
    const properties = propertiesOf(input)
    if (schema !== undefined) assertStrings(name, schema, properties)
    checkComplete('prompt', definition.complete, [...properties.keys()])
    super(
      'prompts',
      { name, definition, services },
      {
        name,
        ...(title !== undefined && { title }),
        ...(description !== undefined && { description }),
        ...(properties.size > 0 && { arguments: listArguments(properties, input) }),
        ...(icons !== undefined && { icons }),
        ...(_meta !== undefined && { _meta }),
      },
    )
    this.input = input
    this.completes =
      definition.complete !== undefined || [...properties.values()].some((value) => choicesOf(value).length > 0)
    this.choices = new Map([...properties].map(([key, schema]) => [key, choicesOf(schema)]))
  }
}

/** Creates the entry of a definition. @throws TypeError naming the prompt and what is wrong with its arguments. */
export function createPromptEntry(name: string, definition: AnyPrompt, services: ServerServices): PromptEntry {
  return new PromptEntry(name, prompt(definition as PromptOptions<JsonSchema, unknown>), services) // of any App, checked here
}

function propertiesOf(input: Validator | undefined): ReadonlyMap<string, unknown> {
  const properties = input?.document['properties']
  return new Map(isObject(properties) ? Object.entries(properties) : [])
}

function listArguments(
  properties: ReadonlyMap<string, unknown>,
  input: Validator | undefined,
): readonly PromptArgument[] {
  const required = input?.document['required']
  return [...properties].map(([name, schema]) => ({
    name,
    ...textMember(schema, 'title'),
    ...textMember(schema, 'description'),
    ...(Array.isArray(required) && required.includes(name) && { required: true }),
  }))
}

function textMember(schema: unknown, key: 'title' | 'description'): { readonly [key: string]: string } {
  const value = isObject(schema) ? schema[key] : undefined
  return typeof value === 'string' ? { [key]: value } : {}
}

function choicesOf(schema: unknown): readonly string[] {
  const values = isObject(schema) ? schema['enum'] : undefined
  return Array.isArray(values) ? values.filter((value) => typeof value === 'string') : []
}
