import { supportsApps } from '../../protocol/apps/apps-extension.js'
import { isVisibleTo } from '../../protocol/apps/is-visible-to.js'
import type { Exchange } from '../../protocol/exchange/exchange.js'
import { findParamHeaders, type ParamHeader } from '../../protocol/headers/param-headers.js'
import type { Tool } from '../../protocol/model/tool.js'
import { profileOf } from '../../protocol/revisions/revision-profile.js'
import { isSecretField } from '../../schema/is-secret-field.js'
import type { AnySchema } from '../../schema/schema.js'
import type { Validator } from '../../schema/standard/validator.js'
import type { JsonObject } from '../../values/json/json-object.js'
import { createDefinitionValidator } from '../definitions/definition-validator.js'
import { Entry } from '../definitions/entry.js'
import { inDefinition } from '../definitions/in-definition.js'
import type { ServerServices } from '../server-services.js'
import { type AnyTool, type ToolOptions, tool } from './tool.js'

export class ToolEntry extends Entry<'tools', AnyTool> {
  readonly input: Validator | undefined
  readonly output: Validator | undefined
  /** The arguments that HTTP requests repeat in headers: those of 2026-07-28 must, others may. */
  readonly paramHeaders: readonly ParamHeader[]
  readonly #isForModels: boolean

  constructor(name: string, definition: AnyTool, services: ServerServices) {
    const validators = createValidators(name, definition, services)
    super('tools', { name, definition, services }, listTool(name, definition, validators))
    const { input, output } = validators
    this.input = input
    this.output = output
    this.paramHeaders = inDefinition(`tool "${name}": input`, () => paramHeadersOf(input?.document))
    this.#isForModels = isVisibleTo('model', this.listed)
  }

  override get varies(): boolean {
    return super.varies || !this.#isForModels
  }

  /** A tool for apps only is left out where a client would offer it to a model, as far as a revision lets lists differ. */
  override isListedFor(exchange: Exchange): boolean {
    return super.isListedFor(exchange) && (this.#isForModels || keepsFromModels(exchange))
  }
}

/**
 * Creates the entry of a definition. A name that some clients cannot use is served too, with a warning.
 * spec: server/tools#tool-names
 * @throws TypeError naming the tool and what is wrong with its schemas.
 */
export function createToolEntry(name: string, definition: AnyTool, services: ServerServices): ToolEntry {
  if (!/^[A-Za-z0-9_.-]{1,128}$/.test(name)) {
    services.logger.warn(`tool ${JSON.stringify(name)}: a name should be 1 to 128 of A-Z a-z 0-9 _ - .`)
  }
  return new ToolEntry(name, tool(definition as ToolOptions<AnySchema, undefined, unknown>), services) // of any App, checked here
}

/** Since 2026-07-28 the list is the same for all clients. spec: SEP-1865#server-behavior, server/tools#capabilities */
function keepsFromModels({ client, revision }: Exchange): boolean {
  const { era, definitionMeta } = profileOf(revision)
  return era === 'modern' || (definitionMeta && supportsApps(client.capabilities))
}

/** The input schema that lists show for a tool without `input`. spec: server/tools#tool */
const anyArguments = Object.freeze({ type: 'object' as const })

/** @throws TypeError for a mark that is not allowed, or on a secret: headers are written to logs on their way. */
function paramHeadersOf(document: unknown): readonly ParamHeader[] {
  const headers = findParamHeaders(document)
  for (const { name, path } of headers) {
    const { key, schema } = propertyAt(document as JsonObject, path) // it has the property
    if (!isSecretField(key, schema) && !isSecretField(name, schema)) continue
    throw new TypeError(`x-mcp-header of ${path.join('.')}: a header must not hold a secret, since logs show headers`)
  }
  return headers
}

/** The property that `findParamHeaders` found at `path`. */
function propertyAt(
  document: JsonObject,
  path: readonly string[],
): { readonly key: string; readonly schema: JsonObject } {
  let schema = document
  for (const key of path) schema = (schema['properties'] as Readonly<Record<string, JsonObject>>)[key] as JsonObject
  return { key: path.at(-1) as string, schema } // a path has at least one name
}

interface ToolValidators {
  readonly input: Validator | undefined
  readonly output: Validator | undefined
}

function createValidators(name: string, definition: AnyTool, services: ServerServices): ToolValidators {
  const { input, output } = definition as { readonly input?: AnySchema; readonly output?: AnySchema }
  const create = (schema: AnySchema | undefined, side: 'input' | 'output') =>
    createDefinitionValidator(schema, { where: `tool "${name}": ${side}`, side, services })
  return { input: create(input, 'input'), output: create(output, 'output') }
}

function listTool(name: string, definition: AnyTool, { input, output }: ToolValidators): Tool {
  const { title, description, annotations, icons, task } = definition
  const _meta = metaOf(definition)
  return {
    name,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    inputSchema: (input?.document as Tool['inputSchema'] | undefined) ?? anyArguments, // the schema layer checks that the root is an object
    ...(output !== undefined && { outputSchema: output.document }),
    ...(annotations !== undefined && { annotations }),
    ...(icons !== undefined && { icons }),
    ...(task !== undefined && { execution: { taskSupport: task } }),
    ...(_meta !== undefined && { _meta }),
  }
}

/** spec: SEP-1865#resource-discovery */
function metaOf({ app, visibility, _meta }: AnyTool): Tool['_meta'] {
  if (app === undefined && visibility === undefined) return _meta
  const ui = { ...(app !== undefined && { resourceUri: app.uri }), ...(visibility !== undefined && { visibility }) }
  return { ..._meta, ui }
}
