import type { RevisionProfile } from '../../protocol/revisions/revision-profile.js'
import type { CallOptions } from '../call-options.js'
import type { ClientServices } from '../client-services.js'
import type { ExtensionResultRunner } from './extension-result-runner.js'

/** A result whose type belongs to an extension, as the server sent it. */
export interface ExtensionResult {
  readonly type: 'extension'
  readonly resultType: string
  readonly result: Readonly<Record<string, unknown>>
  readonly profile: RevisionProfile
}

/** Gets such a result in place of the extension. The request settles with what it returns, unchecked. */
export type OnExtensionResult = (
  extensionResult: ExtensionResult,
  runner: ExtensionResultRunner,
) => Promise<Readonly<Record<string, unknown>>>

/** Runs the extension of a result. Rejects as `ResultType.run` does, or with OmniportError `invalid_result`. */
export async function resolveExtensionResult(
  { resultType, result }: ExtensionResult,
  runner: ExtensionResultRunner,
  { services, options = {} }: { readonly services: ClientServices; readonly options: CallOptions | undefined },
): Promise<Readonly<Record<string, unknown>>> {
  const { signal } = options
  const definition = services.extensions.resultTypes.get(resultType)
  // The codec only passes the types of extensions.
  if (definition === undefined) throw new TypeError(`No extension has results of the type "${resultType}"`)
  const maxTimeoutMs = options.maxTimeoutMs ?? (definition.mayTakeLong === true ? undefined : services.maxTimeoutMs)
  return runner.decodeFinal(await runner.run((ctx) => definition.run(result, ctx), { signal, maxTimeoutMs }))
}
