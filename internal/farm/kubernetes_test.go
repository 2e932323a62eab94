package farm

import (
	"os"
	"strconv"
	"strings"
	"testing"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	"sigs.k8s.io/yaml"
)

// TestKubernetes: each object of the manifest decodes strictly into its type, with no field that the
// type has not, selects pods that it makes itself, and mounts only volumes that it has.
func TestKubernetes(t *testing.T) {
	data, err := os.ReadFile("../../integration/farm/kubernetes.yaml")
	if err != nil {
		t.Fatal(err)
	}
	types := map[string]func() any{
		"v1 PersistentVolumeClaim":           func() any { return new(corev1.PersistentVolumeClaim) },
		"v1 Service":                         func() any { return new(corev1.Service) },
		"apps/v1 Deployment":                 func() any { return new(appsv1.Deployment) },
		"networking.k8s.io/v1 NetworkPolicy": func() any { return new(networkingv1.NetworkPolicy) },
	}
	n := 0
	for _, text := range strings.Split(string(data), "\n---\n") {
		var head struct{ APIVersion, Kind string }
		if err := yaml.Unmarshal([]byte(text), &head); err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		empty := types[head.APIVersion+" "+head.Kind]
		if empty == nil {
			t.Errorf("%+v is no kind that is known here", head)
			continue
		}
		object := empty()
		if err := yaml.UnmarshalStrict([]byte(text), object); err != nil {
			t.Errorf("%s: %v", head.Kind, err)
		}
		if d, is := object.(*appsv1.Deployment); is {
			n++
			checkDeployment(t, d)
		}
	}
	if n != 3 {
		t.Errorf("%d deployments, expected 3", n)
	}
	if err := yaml.UnmarshalStrict([]byte("kind: Service\nspec: {port: 1}\n"), new(corev1.Service)); err == nil {
		t.Error("a field that no service has was taken")
	}
}

func checkDeployment(t *testing.T, d *appsv1.Deployment) {
	for k, v := range d.Spec.Selector.MatchLabels {
		if d.Spec.Template.Labels[k] != v {
			t.Errorf("%s selects %s=%s, which its pods are not", d.Name, k, v)
		}
	}
	has := map[string]bool{}
	for _, v := range d.Spec.Template.Spec.Volumes {
		has[v.Name] = true
	}
	for _, c := range d.Spec.Template.Spec.Containers {
		checkMemory(t, c)
		for _, m := range c.VolumeMounts {
			if !has[m.Name] {
				t.Errorf("%s mounts %s, which is none of its volumes", d.Name, m.Name)
			}
		}
	}
}

// checkMemory: a worker's jobs together stay below its container's limit, so that it is a job that ends and not
// the worker.
func checkMemory(t *testing.T, c corev1.Container) {
	jobs, each := int64(0), resource.Quantity{}
	for _, arg := range c.Args {
		if n, is := strings.CutPrefix(arg, "--jobs="); is {
			jobs, _ = strconv.ParseInt(n, 10, 64)
		}
		if n, is := strings.CutPrefix(arg, "--job-memory="); is {
			each = resource.MustParse(n + "i") // ours are powers of two
		}
	}
	if c.Name == "worker" && (jobs < 1 || each.Value() < 1<<30 || jobs*each.Value() >= c.Resources.Limits.Memory().Value()) {
		t.Errorf("%d jobs of %s in %s", jobs, &each, c.Resources.Limits.Memory())
	}
}
