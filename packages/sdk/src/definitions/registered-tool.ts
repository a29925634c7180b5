import type { ToolTaskHandler } from '../experimental/tasks/interfaces.js'
import { type AnySchema, isZ4Schema, objectFromShape, type ZodRawShapeCompat } from '../server/zod-compat.js'
import { validateAndWarnToolName } from '../shared/toolNameValidation.js'
import type { ToolAnnotations, ToolExecution } from '../types.js'
import { isRawShape, toSchema } from './raw-shape.js'
import type { AnyToolHandler, RegisteredTool, ToolCallback } from './registered.js'
import { assign, move, type RegistryPlace } from './registrations.js'

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

/**
 * A tool of one server. Many sessions have a server each, so it is small: the schema of an object of schemas is made when it is first
 * read, and so are the functions.
 */
class Tool {
  title: string | undefined
  description: string | undefined
  annotations: ToolAnnotations | undefined
  execution: ToolExecution | undefined
  _meta: Record<string, unknown> | undefined
  handler: ToolParts['handler']
  enabled = true
  readonly #place: RegistryPlace<RegisteredTool>
  #input: Schema
  #output: Schema

  constructor(place: RegistryPlace<RegisteredTool>, parts: ToolParts) {
    const { title, description, annotations, execution, _meta, handler, inputSchema, outputSchema } = parts
    this.title = title
    this.description = description
    this.annotations = annotations
    this.execution = execution
    this._meta = _meta
    this.handler = handler
    this.#place = place
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

  // Programs take these functions from the tool, so they need no `this`.

  get enable(): () => void {
    return () => this.update({ enabled: true })
  }

  get disable(): () => void {
    return () => this.update({ enabled: false })
  }

  get remove(): () => void {
    return () => this.update({ name: null })
  }

  get update(): RegisteredTool['update'] {
    return (updates) => {
      const { name, paramsSchema, outputSchema, callback, ...members } = updates
      if (typeof name === 'string' && name !== this.#place.key) validateAndWarnToolName(name)
      move(this.#place, this as RegisteredTool, name)
      const { title, description, annotations, _meta, enabled } = members
      assign(this, { title, description, annotations, _meta, enabled })
      if (paramsSchema !== undefined) this.#input = objectFromShape(paramsSchema)
      if (outputSchema !== undefined) this.#output = objectFromShape(outputSchema)
      if (callback !== undefined) this.handler = callback as AnyToolHandler<undefined | ZodRawShapeCompat>
      this.#place.onChange()
    }
  }
}

/** Leaves an object of schemas of zod 4 as it is. @throws Error for what is neither a schema nor an object of schemas. */
function checkSchema(schema: Schema): Schema {
  return isRawShape(schema) && Object.values(schema).every(isZ4Schema) ? schema : toSchema(schema)
}
