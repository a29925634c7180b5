import type { Client } from '../../client/client.js'
import type { ToolResult } from '../../client/tools/tool-result.js'
import type { Host } from '../../host/host.js'
import { type ModelPart, textOfParts, toModelParts } from '../model-parts.js'
import type { ModelSchema } from '../model-schema.js'
import { listModelTools, type ModelTool, type ModelToolsOptions } from '../model-tools.js'

/** A tool of the AI SDK. `execute` settles with the result as the server sent it, for the application. */
export interface AiSdkTool {
  readonly type: 'dynamic'
  readonly description: string
  readonly inputSchema: AiSdkSchema
  execute(input: unknown, options: { readonly abortSignal?: AbortSignal | undefined }): Promise<ToolResult<unknown>>
  /** Turns the result into what the model reads. */
  toModelOutput(options: { readonly output: ToolResult<unknown> }): AiSdkOutput
}

/** A Standard Schema, which the AI SDK takes. */
export interface AiSdkSchema {
  /** What the model is told. */
  readonly jsonSchema: ModelSchema
  readonly '~standard': {
    readonly version: 1
    readonly vendor: 'omniport'
    validate(value: unknown): { readonly value: unknown }
  }
}

/** What the model reads of a result. */
export type AiSdkOutput =
  | { type: 'error-text'; value: string }
  | {
      type: 'content'
      value: (
        | { type: 'text'; text: string }
        | { type: 'file'; data: { type: 'data'; data: string }; mediaType: string; filename?: string }
      )[]
    }

/**
 * Returns the tools of a host or of a client for the AI SDK (`ai` 7): `generateText({ model, tools: await
 * toAiSdkTools(host), … })`. Every call goes through `host.callTool`, so that the host's policy and the person decide about it.
 * Images and PDF documents reach the model as such; a call that fails or is denied is an error that the model reads.
 *
 * The tools are those that are there now; ask again when `host.events()` announces a change. Rejects as `host.tools` and
 * `client.listTools` do.
 */
export async function toAiSdkTools(
  source: Host | Client,
  options?: ModelToolsOptions,
): Promise<Record<string, AiSdkTool>> {
  const tools = await listModelTools(source, options)
  return Object.fromEntries(tools.map((tool) => [tool.name, toAiSdkTool(tool)]))
}

function toAiSdkTool({ description, inputSchema, run }: ModelTool): AiSdkTool {
  return {
    type: 'dynamic',
    description,
    inputSchema: toAiSdkSchema(inputSchema),
    execute: (input, { abortSignal }) => run(input as Readonly<Record<string, unknown>>, abortSignal),
    toModelOutput({ output }) {
      const parts = toModelParts(output)
      if (output.isError) return { type: 'error-text', value: textOfParts(parts) }
      return { type: 'content', value: parts.map(toContentPart) }
    },
  }
}

function toContentPart(part: ModelPart) {
  switch (part.type) {
    case 'text':
      return part
    case 'image':
      return { type: 'file' as const, data: toData(part), mediaType: part.mimeType }
    case 'pdf':
      return { type: 'file' as const, data: toData(part), mediaType: 'application/pdf', filename: part.name }
  }
}

function toData({ data }: { readonly data: string }) {
  return { type: 'data', data } as const
}

/**
 * A Standard Schema by its type. By its symbol it is also a schema of the AI SDK's own, which reaches the model unchanged: a
 * Standard Schema would be given `additionalProperties: false`.
 */
function toAiSdkSchema(jsonSchema: ModelSchema): AiSdkSchema {
  const schema = {
    [Symbol.for('vercel.ai.schema')]: true,
    jsonSchema,
    validate: undefined,
    '~standard': { version: 1, vendor: 'omniport', validate: (value: unknown) => ({ value }) },
  } as const
  return schema
}
