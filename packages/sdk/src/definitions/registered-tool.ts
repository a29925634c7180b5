import type { ToolTaskHandler } from '../experimental/tasks/interfaces.js'
import { type AnySchema, isZ4Schema, objectFromShape, type ZodRawShapeCompat } from '../server/zod-compat.js'
import { validateAndWarnToolName } from '../shared/toolNameValidation.js'
import type { ToolAnnotations, ToolExecution } from '../types.js'
import { Definition, type RegistryPlace } from './definition.js'
import { isRawShape, toSchema } from './raw-shape.js'
import type { AnyToolHandler, RegisteredTool, ToolCallback } from './registered.js'

type Schema = ZodRawShapeCompat | AnySchema | undefined

/** What a tool is made of. */
export interface ToolParts {
  readonly title: string | undefined
  readonly description: string | undefined
  readonly inputSchema: Schema
  readonly outputSchema: Schema
  readonly annotations: ToolAnnotations | undefined
  readonly execution: ToolExecution | undefined
  readonly _meta: Record<string, unknown> | undefined
  readonly handler: ToolTaskHandler<undefined | ZodRawShapeCompat> | ToolCallback<undefined | ZodRawShapeCompat>
}

/** Adds a tool to a registry. */
export function createTool(place: RegistryPlace<RegisteredTool>, parts: ToolParts): RegisteredTool {
  validateAndWarnToolName(place.key)
  const tool = new Tool(place, parts) as RegisteredTool
  place.registry[place.key] = tool
  return tool
}

type ToolUpdates = Parameters<RegisteredTool['update']>[0]

/** The schema of an object of schemas is made when it is first read. */
class Tool extends Definition<ToolUpdates> {
  title: string | undefined
  description: string | undefined
  annotations: ToolAnnotations | undefined
  execution: ToolExecution | undefined
  _meta: Record<string, unknown> | undefined
  handler: ToolParts['handler']
  readonly #name: string
  #input: Schema
  #output: Schema

  constructor(place: RegistryPlace<RegisteredTool>, parts: ToolParts) {
    super(place)
    const { title, description, annotations, execution, _meta, handler, inputSchema, outputSchema } = parts
    this.title = title
    this.description = description
    this.annotations = annotations
    this.execution = execution
    this._meta = _meta
    this.handler = handler
    this.#name = place.key
    this.#input = checkSchema(inputSchema)
    this.#output = checkSchema(outputSchema)
  }

  get inputSchema(): AnySchema | undefined {
    this.#input = toSchema(this.#input)
    return this.#input
  }

  set inputSchema(schema: AnySchema | undefined) {
    this.#input = schema
  }

  get outputSchema(): AnySchema | undefined {
    this.#output = toSchema(this.#output)
    return this.#output
  }

  set outputSchema(schema: AnySchema | undefined) {
    this.#output = schema
  }

  protected override change({ name, paramsSchema, outputSchema, callback, ...members }: ToolUpdates): void {
    if (typeof name === 'string' && name !== this.#name) validateAndWarnToolName(name)
    this.move(name)
    const { title, description, annotations, _meta, enabled } = members
    this.assign({ title, description, annotations, _meta, enabled })
    if (paramsSchema !== undefined) this.#input = objectFromShape(paramsSchema)
    if (outputSchema !== undefined) this.#output = objectFromShape(outputSchema)
    if (callback !== undefined) this.handler = callback as AnyToolHandler<undefined | ZodRawShapeCompat>
  }
}

/** Leaves an object of schemas of zod 4 as it is. @throws Error for what is neither a schema nor an object of schemas. */
function checkSchema(schema: Schema): Schema {
  return isRawShape(schema) && Object.values(schema).every(isZ4Schema) ? schema : toSchema(schema)
}
