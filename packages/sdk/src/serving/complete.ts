import type {
  RegisteredPrompt,
  RegisteredResource,
  RegisteredResourceTemplate,
  Registry,
} from '../definitions/registered.js'
import { getCompleter, isCompletable } from '../server/completable.js'
import { type AnySchema, getObjectShape } from '../server/zod-compat.js'
import { type CompleteRequest, type CompleteResult, ErrorCode, McpError } from '../types.js'

export interface CompletionSources {
  readonly prompts: Registry<RegisteredPrompt>
  readonly resources: Registry<RegisteredResource>
  readonly templates: Registry<RegisteredResourceTemplate>
}

/** Completes an argument of a prompt, or a variable of a resource template. */
export async function complete(sources: CompletionSources, { params }: CompleteRequest): Promise<CompleteResult> {
  const { ref, argument, context } = params
  const completer =
    ref.type === 'ref/prompt'
      ? findArgument(sources.prompts, ref.name, argument.name)
      : findVariable(sources, ref.uri, argument.name)
  if (completer === undefined) return { completion: { values: [], hasMore: false } }
  const values = await completer(argument.value, context as Parameters<Completer>[1])
  return {
    completion: { values: values.slice(0, maxValues), total: values.length, hasMore: values.length > maxValues },
  }
}

const maxValues = 100

type Completer = (
  value: string,
  context?: { arguments?: Record<string, string> },
) => readonly string[] | Promise<readonly string[]>

function findArgument(prompts: Registry<RegisteredPrompt>, name: string, argument: string): Completer | undefined {
  const prompt = prompts[name]
  if (!prompt) throw new McpError(ErrorCode.InvalidParams, `Prompt ${name} not found`)
  if (!prompt.enabled) throw new McpError(ErrorCode.InvalidParams, `Prompt ${name} disabled`)
  const shape: Readonly<Record<string, AnySchema>> = getObjectShape(prompt.argsSchema) ?? {}
  const field = Object.hasOwn(shape, argument) ? shape[argument] : undefined
  // The values of the arguments of prompts are strings.
  return isCompletable(field) ? (getCompleter(field) as Completer | undefined) : undefined
}

function findVariable({ resources, templates }: CompletionSources, uri: string, name: string): Completer | undefined {
  for (const { resourceTemplate } of Object.values(templates)) {
    if (resourceTemplate.uriTemplate.toString() === uri) return resourceTemplate.completeCallback(name)
  }
  if (resources[uri]) return undefined
  throw new McpError(ErrorCode.InvalidParams, `Resource template ${uri} not found`)
}
