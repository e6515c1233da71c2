import { Popover as Radix } from 'radix-ui';
import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useId,
  useRef,
  useState,
} from 'react';

import { classNames } from '@/lib/class-names';

import { TextField } from './input';

/** A part of the list under its own heading. */
export type Suggestions<Option> = { heading: string; options: readonly Option[] };

type ListProps<Option> = {
  /** Names the list for screen readers. */
  listLabel: string;
  suggestions: readonly Suggestions<Option>[];
  /** Differs between all options. */
  optionKey: (option: Option) => string;
  renderOption: (option: Option) => ReactNode;
  onChoose: (option: Option) => void;
};

/** The option after an arrow key; undefined is the text itself, which is before the first and after the last one. */
function optionAfter<Option>(key: string, active: Option | undefined, options: readonly Option[]) {
  const index = active === undefined ? -1 : options.indexOf(active);
  if (key === 'ArrowDown') return options[index + 1];
  return index === -1 ? options.at(-1) : options[index - 1];
}

/** Which option the arrow keys have reached, and whether the list is open. */
function useList<Option>({ suggestions, optionKey, onChoose }: ListProps<Option>) {
  const listId = useId();
  const [isWanted, setIsWanted] = useState(false);
  const [reachedKey, setReachedKey] = useState<string>();
  const options = suggestions.flatMap((each) => each.options);
  const isOpen = isWanted && options.length > 0;
  const active = isOpen ? options.find((option) => optionKey(option) === reachedKey) : undefined;
  const setOpen = (open: boolean) => {
    setIsWanted(open);
    setReachedKey(undefined);
  };
  const choose = (option: Option) => {
    setOpen(false);
    onChoose(option);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Tab') setOpen(false);
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const next = optionAfter(event.key, active, options);
      if (isOpen) setReachedKey(next && optionKey(next));
      else setOpen(true);
    } else if (event.key === 'Enter' && active !== undefined) {
      event.preventDefault();
      choose(active);
    }
  };
  // A key may have spaces, which an id can't have.
  const idOf = (option: Option) => `${listId}-${options.indexOf(option)}`;
  return { listId, isOpen, setOpen, active, choose, onKeyDown, idOf };
}

type List<Option> = ReturnType<typeof useList<Option>>;
type PartProps<Option> = { list: List<Option>; props: ListProps<Option> };

const scrollIntoView = (option: HTMLElement | null) => option?.scrollIntoView({ block: 'nearest' });

/** The options under their headings. */
function Options<Option>({ list, props }: PartProps<Option>) {
  return props.suggestions
    .filter(({ options }) => options.length > 0)
    .map(({ heading, options }) => (
      <div key={heading} role="group" aria-label={heading}>
        <div aria-hidden className="px-2 pt-1.5 pb-1 text-small text-ink-2">
          {heading}
        </div>
        {options.map((option) => {
          const isActive = option === list.active;
          return (
            <button
              key={props.optionKey(option)}
              ref={isActive ? scrollIntoView : undefined}
              type="button"
              id={list.idOf(option)}
              role="option"
              aria-selected={isActive}
              tabIndex={-1}
              onClick={() => {
                list.choose(option);
              }}
              className={classNames(
                'block w-full rounded-small px-2 py-1.5 text-start',
                isActive ? 'bg-brand-soft' : 'hover:bg-sunken',
              )}
            >
              {props.renderOption(option)}
            </button>
          );
        })}
      </div>
    ));
}

const preventDefault = (event: { preventDefault: () => void }) => {
  event.preventDefault();
};

/** The list below the input, which keeps the focus. */
function ListBox<Option>({
  input,
  list,
  props,
}: PartProps<Option> & { input: RefObject<HTMLInputElement | null> }) {
  return (
    <>
      <Radix.Anchor virtualRef={input} />
      <Radix.Content
        role="listbox"
        id={list.listId}
        aria-label={props.listLabel}
        align="start"
        sideOffset={4}
        collisionPadding={8}
        onOpenAutoFocus={preventDefault}
        onCloseAutoFocus={preventDefault}
        onMouseDown={preventDefault}
        onInteractOutside={(event) => {
          if (event.target === input.current) event.preventDefault();
        }}
        // Without an animation, after which the list would go, and until then take Escape from the dialog.
        className="z-40 max-h-[min(15.5rem,var(--radix-popover-content-available-height))] w-(--radix-popover-trigger-width) overflow-y-auto overscroll-contain rounded-control border border-line bg-surface p-1.5 shadow-high"
      >
        <Options list={list} props={props} />
      </Radix.Content>
    </>
  );
}

type ComboboxFieldProps<Option> = ListProps<Option> &
  Omit<ComponentProps<typeof TextField>, 'value' | 'defaultValue'> & {
    /** The present text of the input. */
    text: string;
  };

/**
 * A text input with a list of suggestions, see https://www.w3.org/WAI/ARIA/apg/patterns/combobox/ ("list autocomplete
 * with manual selection"). The list opens when the empty input gets the focus, when the user types, and by the arrow
 * keys. Enter chooses the option that the arrow keys have reached; without one it submits the form, and Tab leaves the
 * input, as in any other.
 */
export function ComboboxField<Option>({
  text,
  listLabel,
  suggestions,
  optionKey,
  renderOption,
  onChoose,
  ...field
}: ComboboxFieldProps<Option>) {
  const input = useRef<HTMLInputElement>(null);
  const props = { listLabel, suggestions, optionKey, renderOption, onChoose };
  const list = useList(props);
  const { listId, isOpen, setOpen, active, onKeyDown, idOf } = list;
  const open = () => {
    setOpen(true);
  };
  return (
    <Radix.Root open={isOpen} onOpenChange={setOpen}>
      <TextField
        {...field}
        role="combobox"
        aria-expanded={isOpen}
        aria-autocomplete="list"
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={active && idOf(active)}
        onFocus={(event) => {
          input.current = event.currentTarget;
          if (text === '') open();
        }}
        onInput={open}
        onClick={open}
        onKeyDown={onKeyDown}
      />
      <ListBox input={input} list={list} props={props} />
    </Radix.Root>
  );
}
