import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import * as z from 'zod/mini';

import type { Network } from '@/api/types';
import { Dialog, DialogActions } from '@/components/dialog/dialog';
import type { Choice } from '@/components/radio-cards';
import { FormChoiceField } from '@/shared/form/choice-field';
import { Form } from '@/shared/form/form';
import { FormError, SubmitButton } from '@/shared/form/form-actions';

import { adapterLabel, describeAdapter } from './adapter-texts';
import { useChooseAdapter } from './mutations';

/** What the automatic choice leads to. */
function describeAutomatic({ adapters: [best], chosenAdapter, address: current }: Network): string {
  if (chosenAdapter !== null || current === null || !best) return t`Whichever students most likely use`;
  const label = adapterLabel(best);
  const { address } = best;
  return t({ message: `Now ${label}, ${address}`, comment: 'A network and its address' });
}

function choicesOf(network: Network): Choice<string | null>[] {
  // An adapter with several addresses is listed once for each; use the best one.
  const adapters = network.adapters.filter(
    ({ name }, at, all) => all.findIndex((other) => other.name === name) === at,
  );
  return [
    { value: null, title: t`Best one (automatic)`, detail: describeAutomatic(network) },
    ...adapters.map((adapter) => ({
      value: adapter.name,
      title: `${adapterLabel(adapter)}, ${adapter.address}`,
      detail: describeAdapter(adapter),
    })),
  ];
}

/** The name is null for the automatic choice. */
const adapterSchema = z.object({ name: z.nullable(z.string()) });

type AdapterFormProps = { network: Network; changeable: boolean; onDone: () => void };

function AdapterForm({ network, changeable, onDone }: AdapterFormProps) {
  const choose = useChooseAdapter();
  const { chosenAdapter } = network;
  const isDisconnected =
    chosenAdapter !== null && network.adapters.every(({ name }) => name !== chosenAdapter);
  return (
    <Form
      schema={adapterSchema}
      initialValues={{ name: chosenAdapter }}
      mutation={choose}
      asksBeforeClose={false}
      className="mt-4"
      onSubmit={({ name }) => {
        choose.mutate(name, { onSuccess: onDone });
      }}
    >
      {isDisconnected && (
        <p className="mb-3">
          <Trans>The network that you chose isn&apos;t connected now.</Trans>
        </p>
      )}
      <FormChoiceField
        name="name"
        hideLabel
        label={t`The network that students use`}
        choices={choicesOf(network)}
        disabled={!changeable}
      />
      {!changeable && (
        <p className="mt-4 text-ink-2">
          <Trans>This can only be changed on the class computer itself.</Trans>
        </p>
      )}
      <FormError className="mt-4" />
      <DialogActions cancelLabel={changeable ? t`Cancel` : t`Close`}>
        {changeable && (
          <SubmitButton pendingLabel={t`Changing network`}>
            <Trans>Use This Network</Trans>
          </SubmitButton>
        )}
      </DialogActions>
    </Form>
  );
}

type AdapterDialogProps = Omit<AdapterFormProps, 'onDone'> & { open: boolean; onClose: () => void };

/** Dialog to choose the network adapter that students use. */
export function AdapterDialog({ network, changeable, open, onClose }: AdapterDialogProps) {
  const isOnly = network.adapters.length <= 1;
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={t`Which network do students use?`}
      description={
        isOnly
          ? t`This computer is in one network only. If students use another, connect this computer to it: the address follows by itself.`
          : t`The address and the code follow your choice.`
      }
    >
      <AdapterForm network={network} changeable={changeable} onDone={onClose} />
    </Dialog>
  );
}
