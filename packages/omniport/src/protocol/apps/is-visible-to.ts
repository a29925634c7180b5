import { isObject } from '../../values/json/is-object.js'
import type { Tool } from '../model/tool.js'

/**
 * True if a tool may be seen and called by models, or by apps, the user interfaces that its server provides: `_meta.ui.visibility`
 * lists them, and without it both may. Anything else in that place shows the tool to nobody.
 *
 * spec: SEP-1865#resource-discovery
 */
export function isVisibleTo(caller: 'model' | 'app', { _meta }: Pick<Tool, '_meta'>): boolean {
  const ui = isObject(_meta) ? _meta['ui'] : undefined
  const visibility = isObject(ui) ? ui['visibility'] : undefined
  return visibility === undefined || (Array.isArray(visibility) && visibility.includes(caller))
}
