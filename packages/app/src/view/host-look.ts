import type { ContainerDimensions } from '../messages/display.js'
import type { HostContext } from '../messages/host-context.js'

/**
 * Gives a document the look of its host: `data-theme` and `color-scheme`, the CSS variables, the fonts, and the size of the frame
 * where that is fixed or bounded. spec: apps#theming, apps#container-dimensions
 */
export class HostLook {
  readonly #document: Document
  #variables: readonly string[] = []
  #fonts: HTMLStyleElement | undefined

  constructor(document: Document) {
    this.#document = document
  }

  /** Applies the whole context: what an earlier one set and this one lacks is taken back. */
  apply({ theme, styles = {}, containerDimensions = {} }: HostContext): void {
    const { style, dataset } = this.#document.documentElement
    if (theme !== undefined) dataset['theme'] = style.colorScheme = theme
    this.#applyVariables(styles.variables ?? {})
    this.#applyFonts(styles.css?.fonts ?? '')
    applyDimensions(style, containerDimensions)
  }

  #applyVariables(variables: Readonly<Record<string, string | undefined>>): void {
    const { style } = this.#document.documentElement
    for (const name of this.#variables) style.removeProperty(name)
    this.#variables = Object.keys(variables).filter((name) => name.startsWith('--'))
    for (const name of this.#variables) style.setProperty(name, variables[name] ?? '')
  }

  #applyFonts(css: string): void {
    if (css === (this.#fonts?.textContent ?? '')) return
    this.#fonts ??= this.#document.head.appendChild(this.#document.createElement('style'))
    this.#fonts.textContent = css
  }
}

function applyDimensions(
  style: CSSStyleDeclaration,
  { width, maxWidth, height, maxHeight }: ContainerDimensions,
): void {
  style.height = height === undefined ? '' : '100vh'
  style.width = width === undefined ? '' : '100vw'
  style.maxHeight = height !== undefined || maxHeight === undefined ? '' : `${maxHeight}px`
  style.maxWidth = width !== undefined || maxWidth === undefined ? '' : `${maxWidth}px`
}
