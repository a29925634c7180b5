import type { RevisionProfile } from '../../protocol/profile.js'
import type { ExtensionResultRunner } from './result-scope.js'

/** A result whose type belongs to an extension. */
export interface ExtensionResult {
  readonly type: 'extended'
  readonly resultType: string
  /** As the server sent it. */
  readonly result: Readonly<Record<string, unknown>>
  readonly profile: RevisionProfile
}

/** Gets such a result in place of the extension that knows its type. What it gives is what the request gives, unchecked. */
export type OnExtensionResult = (
  extensionResult: ExtensionResult,
  runner: ExtensionResultRunner,
) => Promise<Readonly<Record<string, unknown>>>
