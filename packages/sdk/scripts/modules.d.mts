export declare const modules: readonly string[]
