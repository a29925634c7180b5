import type { Tool } from 'omniport'
import type { ContainerDimensions, DisplayMode, SafeAreaInsets, Theme } from './display.js'

/**
 * The surroundings of a view, as its host describes them: all at the start, and what changed afterwards. A host leaves out what
 * it does not know, and may add members of its own. spec: apps#host-context-in-mcpuiinitializeresult
 */
export interface HostContext {
  /** The tool call that the view was opened for. */
  readonly toolInfo?: { readonly id?: string | number | undefined; readonly tool: Tool } | undefined
  readonly theme?: Theme | undefined
  readonly styles?: HostStyles | undefined
  readonly displayMode?: DisplayMode | undefined
  /** The modes that the host can show. */
  readonly availableDisplayModes?: readonly DisplayMode[] | undefined
  readonly containerDimensions?: ContainerDimensions | undefined
  /** Language and region (BCP 47), such as `en-US`. */
  readonly locale?: string | undefined
  /** IANA name, such as `Europe/Paris`. */
  readonly timeZone?: string | undefined
  /** The name of the host application. */
  readonly userAgent?: string | undefined
  readonly platform?: 'web' | 'desktop' | 'mobile' | undefined
  readonly deviceCapabilities?:
    | { readonly touch?: boolean | undefined; readonly hover?: boolean | undefined }
    | undefined
  readonly safeAreaInsets?: SafeAreaInsets | undefined
  readonly [name: string]: unknown
}

/** The look of a host. */
export interface HostStyles {
  readonly variables?: { readonly [name in StyleVariable]?: string | undefined } | undefined
  /** `fonts`: `@font-face` rules and `@import` statements. */
  readonly css?: { readonly fonts?: string | undefined } | undefined
}

/** The names of the CSS variables that hosts may give to views. A host gives any of them. spec: apps#theming */
export type StyleVariable =
  | `--color-${'background' | 'text'}-${Shade | Meaning | 'tertiary' | 'ghost' | 'disabled'}`
  | `--color-border-${Shade | Meaning | 'tertiary' | 'ghost' | 'disabled'}`
  | `--color-ring-${Shade | Meaning}`
  | `--font-${'sans' | 'mono'}`
  | `--font-weight-${'normal' | 'medium' | 'semibold' | 'bold'}`
  | `--font-text-${TextSize}-${'size' | 'line-height'}`
  | `--font-heading-${TextSize | 'xl' | '2xl' | '3xl'}-${'size' | 'line-height'}`
  | `--border-radius-${TextSize | 'xl' | 'full'}`
  | '--border-width-regular'
  | `--shadow-${'hairline' | 'sm' | 'md' | 'lg'}`

type Shade = 'primary' | 'secondary' | 'inverse'
type Meaning = 'info' | 'danger' | 'success' | 'warning'
type TextSize = 'xs' | 'sm' | 'md' | 'lg'
