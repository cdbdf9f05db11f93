export type ConfigHead = {
    style?: "merge" | "append" | "morph" | "none";
    block?: boolean;
    shouldPreserve?: (arg0: Element) => boolean;
    shouldReAppend?: (arg0: Element) => boolean;
    shouldRemove?: (arg0: Element) => boolean;
    afterHeadMorphed?: (arg0: Element, arg1: {
        added: Node[];
        kept: Element[];
        removed: Element[];
    }) => void;
};
export type ConfigCallbacks = {
    beforeNodeAdded?: (arg0: Node) => boolean;
    afterNodeAdded?: (arg0: Node) => void;
    beforeNodeMorphed?: (arg0: Element, arg1: Node) => boolean;
    afterNodeMorphed?: (arg0: Element, arg1: Node) => void;
    beforeNodeRemoved?: (arg0: Element) => boolean;
    afterNodeRemoved?: (arg0: Element) => void;
    beforeAttributeUpdated?: (arg0: string, arg1: Element, arg2: "update" | "remove") => boolean;
};
export type Config = {
    morphStyle?: "outerHTML" | "innerHTML";
    ignoreActive?: boolean;
    ignoreActiveValue?: boolean;
    restoreFocus?: boolean;
    callbacks?: ConfigCallbacks;
    head?: ConfigHead;
};
export type NoOp = () => void;
export type ConfigHeadInternal = {
    style: "merge" | "append" | "morph" | "none";
    block?: boolean;
    shouldPreserve: ((arg0: Element) => boolean) | NoOp;
    shouldReAppend: ((arg0: Element) => boolean) | NoOp;
    shouldRemove: ((arg0: Element) => boolean) | NoOp;
    afterHeadMorphed: ((arg0: Element, arg1: {
        added: Node[];
        kept: Element[];
        removed: Element[];
    }) => void) | NoOp;
};
export type ConfigCallbacksInternal = {
    beforeNodeAdded: ((arg0: Node) => boolean) | NoOp;
    afterNodeAdded: ((arg0: Node) => void) | NoOp;
    beforeNodeMorphed: ((arg0: Node, arg1: Node) => boolean) | NoOp;
    afterNodeMorphed: ((arg0: Node, arg1: Node) => void) | NoOp;
    beforeNodeRemoved: ((arg0: Node) => boolean) | NoOp;
    afterNodeRemoved: ((arg0: Node) => void) | NoOp;
    beforeAttributeUpdated: ((arg0: string, arg1: Element, arg2: "update" | "remove") => boolean) | NoOp;
};
export type ConfigInternal = {
    morphStyle: "outerHTML" | "innerHTML";
    ignoreActive?: boolean;
    ignoreActiveValue?: boolean;
    restoreFocus?: boolean;
    callbacks: ConfigCallbacksInternal;
    head: ConfigHeadInternal;
};
export type IdElement = {
    elt: Element;
    id: string;
};
export type IdSets = {
    persistentIds: Set<string>;
    idMap: Map<Node, Set<string>>;
};
export type Morph = (oldNode: Node, newContent: Node | HTMLCollection | Node[] | string | null, config?: Config) => Promise<Node[]> | Node[];
export var Idiomorph: {
    defaults: ConfigInternal;
    morph: Morph;
};
