import type { BaseMetadata } from '../types.js'

/** The name of something for people: its title, the title in the annotations of a tool, or its name. */
export function getDisplayName(metadata: BaseMetadata | (BaseMetadata & { annotations?: { title?: string } })): string {
  const { annotations } = metadata as { annotations?: { title?: string } }
  return metadata.title || annotations?.title || metadata.name
}
